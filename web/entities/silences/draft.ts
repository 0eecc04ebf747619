import type { Silence } from '@aerowatch/contracts/api/silences';
import { HOUR } from '@aerowatch/domain/durations';
import { type Held, sent } from '../../forms/typed/reading.ts';
import type { Failure } from '../../lib/api/result.ts';
import type { TextOf } from '../../lib/text.ts';

/** How a silence repeats, as in RFC 5545; its end is stated separately. */
export const REPEATS = {
  never: { rule: null, label: 'repeatNever' },
  daily: { rule: 'FREQ=DAILY', label: 'repeatDaily' },
  workdays: { rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', label: 'repeatWorkdays' },
  weekly: { rule: 'FREQ=WEEKLY', label: 'repeatWeekly' },
  monthly: { rule: 'FREQ=MONTHLY', label: 'repeatMonthly' },
} as const;

/** A silence being edited: selections as the controls hold them, times as ISO 8601. */
export interface Draft {
  scope: 'boxes' | 'tag' | 'line';
  boxes: string[];
  tag: string | null;
  line: string | null;
  from_km: Held<number>;
  to_km: Held<number>;
  /** Null for all tracks. */
  track: string | null;
  from: string | null;
  to: string | null;
  repeat: keyof typeof REPEATS | 'other';
  /** A rule that this form does not offer, with its end. */
  other: string | null;
  /** A repetition ends on a day (`2026-12-24`), or after a number of times. */
  ends: 'until' | 'count';
  until: string | null;
  count: Held<number>;
  reason: string;
}

/** A silence of these boxes, or an empty one: from this minute on, for one shift. */
export function newDraft(boxes: readonly number[] = [], at: number = Date.now()): Draft {
  const now = Math.floor(at / 60_000) * 60_000;
  return {
    scope: 'boxes',
    boxes: boxes.map(String),
    tag: null,
    line: null,
    from_km: null,
    to_km: null,
    track: null,
    from: new Date(now).toISOString(),
    to: new Date(now + 8 * HOUR).toISOString(),
    repeat: 'never',
    other: null,
    ends: 'until',
    until: null,
    count: null,
    reason: '',
  };
}

/** An existing silence, to be changed. */
export function draftOf(silence: Silence): Draft {
  const rule = repeatOf(silence.rrule);
  return {
    scope: silence.boxes !== null ? 'boxes' : silence.tag !== null ? 'tag' : 'line',
    boxes: (silence.boxes ?? []).map(String),
    tag: silence.tag === null ? null : String(silence.tag),
    line: silence.line,
    from_km: silence.from_km,
    to_km: silence.to_km,
    track: silence.track,
    from: silence.from,
    to: silence.to,
    reason: silence.reason,
    ...rule,
  };
}

type RepeatPart = Pick<Draft, 'repeat' | 'other' | 'ends' | 'until' | 'count'>;
function repeatOf(rule: string | null): RepeatPart {
  const none: RepeatPart = { repeat: 'never', other: null, ends: 'until', until: null, count: null };
  if (rule === null) return none;
  const [end = '', year, month, date, count] = END.exec(rule) ?? [];
  const repeat = (Object.keys(REPEATS) as (keyof typeof REPEATS)[]).find(
    (key) => REPEATS[key].rule === rule.slice(0, rule.length - end.length),
  );
  if (repeat === undefined) return { ...none, repeat: 'other', other: rule };
  if (count !== undefined) return { ...none, repeat, ends: 'count', count: Number(count) };
  return { ...none, repeat, until: year === undefined ? null : `${year}-${month}-${date}` };
}

type OfClient = { readonly id: number; readonly client: number | null };

/** A silence belongs to one client: splits drafts by client; undefined leaves it to the server. */
export function byClient(
  draft: Draft,
  boxes: readonly (OfClient & { readonly line: string })[],
  tags: readonly OfClient[],
): [Draft, number | undefined][] {
  if (draft.scope === 'tag')
    return [[draft, tags.find(({ id }) => id === Number(draft.tag))?.client ?? undefined]];
  if (draft.scope === 'line')
    return [[draft, boxes.find(({ line }) => line === draft.line)?.client ?? undefined]];
  const clients = new Map(boxes.map(({ id, client }) => [String(id), client ?? undefined]));
  const groups = Map.groupBy(draft.boxes, (id) => clients.get(id));
  if (groups.size === 0) return [[draft, undefined]];
  return [...groups].map(([client, own]) => [{ ...draft, boxes: own }, client]);
}

interface Made {
  readonly ok: true;
  readonly data: { readonly id: number };
}

/**
 * Creates one silence for each body, up to the first that is refused. A second attempt creates none twice:
 * those in `made` from an earlier attempt are kept, or are ended once all are created, if they are no longer
 * wanted.
 * @param made bodies, as text, with the id of the silence created for each
 * @returns the first refusal, or null
 */
export async function makeAll<Body extends object>(
  bodies: readonly Body[],
  made: Map<string, number>,
  {
    make,
    end,
  }: {
    make: (body: Body) => Promise<Made | Failure>;
    end: (id: number) => Promise<{ readonly ok: true } | Failure>;
  },
): Promise<Failure | null> {
  const wanted = new Map(bodies.map((body) => [JSON.stringify(body), body]));
  for (const [key, body] of wanted) {
    if (made.has(key)) continue;
    const answer = await make(body);
    if (!answer.ok) return answer;
    made.set(key, answer.data.id);
  }
  for (const [key, id] of [...made].filter(([of]) => !wanted.has(of))) {
    const answer = await end(id);
    if (!answer.ok) return answer;
    made.delete(key);
  }
  return null;
}

const END = /;(?:UNTIL=(\d{4})(\d{2})(\d{2})|COUNT=(\d+))$/;

interface RuleWords {
  readonly t: TextOf<'silences'>;
  readonly day: (day: string) => string;
}

/** The text of a rule; one that was set through the API and is not offered here is shown unchanged. */
export function wordsOfRule(rule: string, { t, day }: RuleWords): string {
  const [end = '', year, month, date, count] = END.exec(rule) ?? [];
  const repeat = Object.values(REPEATS).find((one) => one.rule === rule.slice(0, rule.length - end.length));
  if (repeat === undefined) return rule;
  const name = t(repeat.label);
  if (count !== undefined) return t('repeatCount', { rule: name, count: Number(count) });
  return year === undefined ? name : t('repeatUntil', { rule: name, day: day(`${year}-${month}-${date}`) });
}

/** The rule with its end; if no end is given, the server asks for one. */
export function ruleOf({ repeat, other, ends, until, count }: Draft): string | null {
  if (repeat === 'other') return other;
  const { rule } = REPEATS[repeat];
  if (rule === null) return null;
  if (ends === 'count') return count === null ? rule : `${rule};COUNT=${count}`;
  return until === null ? rule : `${rule};UNTIL=${until.replaceAll('-', '')}`;
}

/** Body of the request. It repeats in the local time of `timeZone`, in which its times were entered. */
export function bodyOf(draft: Draft, client: number | undefined, timeZone: string) {
  const rule = ruleOf(draft);
  return {
    ...(client === undefined ? {} : { client }),
    ...(draft.scope === 'boxes' ? { boxes: draft.boxes.map(Number) } : {}),
    ...(draft.scope === 'tag' ? { tag: draft.tag === null ? null : Number(draft.tag) } : {}),
    ...(draft.scope === 'line'
      ? { line: draft.line, from_km: sent(draft.from_km), to_km: sent(draft.to_km), track: draft.track }
      : {}),
    from: draft.from ?? '',
    to: draft.to ?? '',
    time_zone: timeZone,
    reason: draft.reason.trim(),
    ...(rule === null ? {} : { rrule: rule }),
  };
}
