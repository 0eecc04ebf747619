/** How a silence repeats, as RFC 5545 writes it. */
import { HOUR } from '@aerowatch/domain/durations';

export const REPEATS = {
  never: { rule: null, label: 'repeatNever' },
  daily: { rule: 'FREQ=DAILY', label: 'repeatDaily' },
  workdays: { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', label: 'repeatWorkdays' },
  weekly: { rule: 'FREQ=WEEKLY', label: 'repeatWeekly' },
} as const;

/** A silence being written: choices as controls hold them, times as this browser's clock shows them. */
export interface Draft {
  scope: 'boxes' | 'tag' | 'line';
  boxes: string[];
  tag: string | null;
  line: string | null;
  from_km: number | string;
  to_km: number | string;
  from: string;
  to: string;
  repeat: keyof typeof REPEATS;
  reason: string;
}

/** As an input of date and time takes it. */
function local(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, 16);
}

export function newDraft(): Draft {
  const now = Date.now();
  return {
    scope: 'boxes',
    boxes: [],
    tag: null,
    line: null,
    from_km: '',
    to_km: '',
    from: local(now),
    to: local(now + 8 * HOUR),
    repeat: 'never',
    reason: '',
  };
}

type OfClient = { readonly id: number; readonly client: number | null };

/** The client that what was chosen belongs to; undefined leaves it to the server. */
export function clientOf(
  draft: Draft,
  boxes: readonly (OfClient & { readonly line: string })[],
  tags: readonly OfClient[],
): number | undefined {
  const found =
    draft.scope === 'tag'
      ? tags.find(({ id }) => id === Number(draft.tag))
      : boxes.find(({ id, line }) =>
          draft.scope === 'line' ? line === draft.line : id === Number(draft.boxes[0]),
        );
  return found?.client ?? undefined;
}

const moment = (text: string) => (text === '' ? '' : new Date(text).toISOString());
const number = (value: number | string) => (value === '' ? null : Number(value));

/** Body of the request. */
export function bodyOf(draft: Draft, client: number | undefined) {
  const { rule } = REPEATS[draft.repeat];
  return {
    ...(client === undefined ? {} : { client }),
    ...(draft.scope === 'boxes' ? { boxes: draft.boxes.map(Number) } : {}),
    ...(draft.scope === 'tag' ? { tag: draft.tag === null ? null : Number(draft.tag) } : {}),
    ...(draft.scope === 'line'
      ? { line: draft.line, from_km: number(draft.from_km), to_km: number(draft.to_km) }
      : {}),
    from: moment(draft.from),
    to: moment(draft.to),
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    reason: draft.reason.trim(),
    ...(rule === null ? {} : { rrule: rule }),
  };
}
