/** From and to, of any unit. */
export type Span = readonly [from: number, to: number];

/** The same spans without overlaps, ascending: overlapping shades would hide the curves. */
export function joinedSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last === undefined || from > last[1]) joined.push([from, to]);
    else if (to > last[1]) joined[joined.length - 1] = [last[0], to];
  }
  return joined;
}
