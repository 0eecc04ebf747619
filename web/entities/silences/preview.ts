import { readRecurrence, type Span, spansOf } from '@aerowatch/domain/alerting/recurrence';
import { DAY } from '@aerowatch/domain/durations';
import { type Draft, ruleOf } from './draft.ts';

/** The server's limit. */
const MAX_DAYS = 90;

/**
 * The times (ms) of a silence that are not over at `now`, in local time of `zone`; undefined while the input
 * is incomplete or would be refused.
 */
export function timesOf(draft: Draft, zone: string, now: number): readonly Span[] | undefined {
  const [from, to] = [Date.parse(draft.from ?? ''), Date.parse(draft.to ?? '')];
  if (!(to > from)) return undefined;
  const rule = ruleOf(draft);
  if (rule === null) return to > now ? [{ from, to }] : undefined;
  const recurrence = readRecurrence(rule);
  // Every day from its start on must be computed.
  if (recurrence === undefined || from < now - MAX_DAYS * DAY) return undefined;
  const times = spansOf(recurrence, { from, to }, { zone, last: now + MAX_DAYS * DAY });
  const left = times?.filter((time) => time.to > now);
  return left === undefined || left.length === 0 ? undefined : left;
}

interface BoxPart {
  readonly id: number;
  readonly line: string;
  readonly kilometer_point: number | null;
  readonly tags: readonly number[];
}
interface AeroPart {
  readonly box: number | null;
  readonly line: string;
  readonly track_number: string;
}

/**
 * How many boxes a silence covers: for a line those with an AERO on it, because an AERO's own line takes
 * precedence over its box's.
 */
export function coveredBy(draft: Draft, boxes: readonly BoxPart[], aeros: readonly AeroPart[]): number {
  if (draft.scope === 'boxes') return draft.boxes.length;
  if (draft.scope === 'tag') return boxes.filter(({ tags }) => tags.includes(Number(draft.tag))).length;
  const known = new Map(boxes.map((box) => [box.id, box]));
  const on = aerosOf(draft.line, known, aeros).filter(
    ({ track_number }) => draft.track === null || track_number === draft.track,
  );
  const within = [...new Set(on.map(({ box }) => box))].filter((id) => {
    const km = known.get(id ?? 0)?.kilometer_point ?? null;
    return isWithin(km, draft.from_km, draft.to_km);
  });
  return within.length;
}

function aerosOf<Aero extends AeroPart>(
  line: string | null,
  boxes: ReadonlyMap<number, BoxPart>,
  aeros: readonly Aero[],
): Aero[] {
  return line === null ? [] : aeros.filter((aero) => (aero.line || boxes.get(aero.box ?? 0)?.line) === line);
}

/** A box without a known kilometre point belongs to the line, but to no range of it. */
function isWithin(km: number | null, from: unknown, to: unknown): boolean {
  const [first, last] = [from, to].map((end) => (typeof end === 'number' ? end : null));
  if (first === null && last === null) return true;
  return km !== null && (first == null || km >= first) && (last == null || km <= last);
}

/** Track numbers of the AEROs of a line. */
export function tracksOf(
  line: string | null,
  boxes: readonly BoxPart[],
  aeros: readonly AeroPart[],
): string[] {
  const on = aerosOf(line, new Map(boxes.map((box) => [box.id, box])), aeros);
  return [...new Set(on.map(({ track_number }) => track_number))].filter((track) => track !== '');
}
