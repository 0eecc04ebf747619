/** The visible range of a line, in km. */
export interface KmView {
  readonly from: number;
  readonly to: number;
}
/** km of the shortest range: one pole and its neighbours. */
const SHORTEST = 0.12;

/** The range clamped to the whole, never shorter than one pole's. */
export function within(view: KmView, whole: KmView): KmView {
  const full = whole.to - whole.from;
  const length = Math.min(full, Math.max(SHORTEST, view.to - view.from));
  const middle = (view.from + view.to) / 2;
  const from = Math.min(whole.to - length, Math.max(whole.from, middle - length / 2));
  return { from, to: from + length };
}
/** Zooms in (`factor` above 1) or out, with one kilometre point fixed. */
export function zoomed(view: KmView, whole: KmView, factor: number, held: number): KmView {
  const share = (held - view.from) / (view.to - view.from);
  const length = Math.min(whole.to - whole.from, Math.max(SHORTEST, (view.to - view.from) / factor));
  return within({ from: held - share * length, to: held + (1 - share) * length }, whole);
}
/** Moved along the line by km. */
export function moved(view: KmView, whole: KmView, by: number): KmView {
  return within({ from: view.from + by, to: view.to + by }, whole);
}
/** Moved as little as needed to show a kilometre point with a margin beside it. */
export function showing(view: KmView, whole: KmView, km: number): KmView {
  const room = (view.to - view.from) * 0.08;
  if (km < view.from + room) return moved(view, whole, km - room - view.from);
  if (km > view.to - room) return moved(view, whole, km + room - view.to);
  return view;
}
/** Kilometre points of the ticks of an axis: about `count` of them at 1, 2 or 5 times a power of ten. */
export function ticksOf({ from, to }: KmView, count: number): number[] {
  const rough = (to - from) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) =>
    Number(((first + index) * step).toFixed(6)),
  );
}
