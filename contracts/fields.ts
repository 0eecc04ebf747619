import { hidesCharacters, numeric, turnsDirection } from '@aerowatch/domain/validation';
import { z } from 'zod';

/**
 * Building blocks of the schemas. A message is a code of `validation` in i18n, with parameters after a bar
 * (`max_length|100`), which browser and server translate into the reader's language.
 */
export const id = z
  .number({ error: missingOr('not_integer') })
  .int('not_integer')
  .positive('not_integer')
  .max(2_147_483_647, 'not_integer');
/** An id in a path or a query string. */
export const idText = z
  .string()
  .regex(/^\d{1,10}$/, 'not_integer')
  .transform(Number)
  .pipe(id);
export const idParams = z.object({ id: idText });

/**
 * Text written by people: without invisible characters and ones that change the writing direction. `isPlain`
 * decides which control characters are allowed.
 */
const written = (plain: z.ZodString, max: number, isPlain: (value: string) => boolean) =>
  plain
    .max(max, `max_length|${max}`)
    .refine(isPlain, 'control_characters')
    .refine(keepsDirection, 'bidi_characters')
    .refine(isSeen, 'invisible_characters');
/** Required text of one line, trimmed: names, titles. */
export const text = (max: number) =>
  written(
    z
      .string({ error: missingOr('not_text') })
      .trim()
      .min(1, 'required'),
    max,
    noControl,
  );
/** The same, which may be empty. */
export const optionalText = (max: number) => written(z.string({ error: 'not_text' }).trim(), max, noControl);
/** Text of several lines, which may be empty: comments, descriptions. */
export const paragraphs = (max: number) => written(z.string({ error: 'not_text' }).trim(), max, onlyBreaks);
/**
 * An absent, null or empty value is reported as missing; anything else as having the wrong type: the
 * customer's rule.
 */
export function missingOr(code: string): (issue: { input?: unknown }) => string {
  return ({ input }) => (input === undefined || input === null || input === '' ? 'required' : code);
}
function noControl(value: string): boolean {
  return !/\p{Cc}|\p{Cs}/u.test(value);
}
/** Text of several lines may contain tabs and line breaks as its only control characters. */
const onlyBreaks = (value: string): boolean => noControl(value.replace(/[\t\n\r]/g, ''));
const keepsDirection = (value: string): boolean => !turnsDirection(value);
const isSeen = (value: string): boolean => turnsDirection(value) || !hidesCharacters(value);
// PostgreSQL text cannot hold U+0000 or a lone surrogate.
function noNul(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

export const whole = (min: number, max: number) =>
  z
    .number({ error: missingOr('not_numeric') })
    .int('not_integer')
    .min(min, `between|${min}|${max}`)
    .max(max, `between|${min}|${max}`);
/** A number, or a text that converts to one: the customer's numeric coercion. */
export const coerced = <T extends z.ZodType<number, number>>(number: T) =>
  z.union([
    number,
    z
      .string({ error: missingOr('not_numeric') })
      .min(1, { error: 'required', abort: true })
      .refine((value) => numeric(value) === null, { error: 'not_numeric', abort: true })
      .transform(Number)
      .pipe(number),
  ]);
/** A number within bounds. */
export const real = (min: number, max: number) =>
  z
    .number({ error: missingOr('not_numeric') })
    .min(min, `between|${min}|${max}`)
    .max(max, `between|${min}|${max}`);
/** A number within bounds with at most `digits` decimals. */
export const decimal = (min: number, max: number, digits: number) =>
  real(min, max).refine((value) => Number(value.toFixed(digits)) === value, `decimals|${digits}`);

/** In answers: an id, or a count. */
export const integer = z.int();
/** In answers: a time, ISO 8601 in UTC. */
export const instant = z.iso.datetime();
/** In answers: a calendar day, YYYY-MM-DD. */
export const calendarDay = z.iso.date();
/** ISO 8601 time in UTC. */
export const time = z.iso.datetime({ offset: true, error: missingOr('not_time') });
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
/**
 * A time as ms since 1970, null if invalid: ISO 8601, UTC unless it names a zone, or milliseconds since 1970.
 * The date must exist; `Date.parse` alone accepts almost anything, in the machine's zone.
 */
export function readTime(text: string): number | null {
  const iso = moment.safeParse(text).success;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`;
  const ms = /^-?\d+$/.test(text) ? Number(text) : iso ? Date.parse(zoned) : Number.NaN;
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? ms : null;
}
/** A time in a query, parsed by `readTime`; ms since 1970. */
export const timeQuery = z.string().transform((value, context) => {
  const ms = readTime(value);
  if (ms !== null) return ms;
  context.addIssue({ code: 'custom', message: 'not_time' });
  return z.NEVER;
});
/** A calendar day; PostgreSQL has no year 0. */
export const day = z.iso
  .date({ error: missingOr('not_date') })
  .refine((value) => !value.startsWith('0000'), 'not_date');

/** Comma-separated ids without duplicates. */
export const idList = z.string().transform((value, context) => {
  const parts = value.split(',').filter((part) => part !== '');
  if (parts.every((part) => /^\d{1,9}$/.test(part))) return [...new Set(parts.map(Number))];
  context.addIssue({ code: 'custom', message: 'not_integer' });
  return z.NEVER;
});
/** Comma-separated words of a fixed list. */
export const wordList = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.string().transform((value, context): T[number][] => {
    const parts = value.split(',').filter((part) => part !== '');
    if (parts.every((part) => (words as readonly string[]).includes(part)))
      return [...new Set(parts)] as T[number][];
    context.addIssue({ code: 'custom', message: `one_of|${words.join(', ')}` });
    return z.NEVER;
  });
export const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'one_of|true, false' })
  .transform((value) => value === 'true' || value === '1');
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, { error: `one_of|${words.join(', ')}` });

/** Query of a paged list; `orderings` are its sort fields (a minus sign reverses). */
export const listQuery = <const T extends readonly [string, ...string[]], S extends z.ZodRawShape>(
  orderings: T,
  filters: S,
) =>
  z.strictObject({
    page: z
      .string()
      .regex(/^\d{1,9}$/, 'not_integer')
      .transform(Number)
      .pipe(whole(1, 1_000_000))
      .default(1),
    page_size: z
      .string()
      .regex(/^\d{1,9}$/, 'not_integer')
      .transform(Number)
      .pipe(whole(1, 1000))
      .default(50),
    ordering: z
      .string()
      .refine(
        (value) => value.split(',').every((part) => orderings.includes(part.replace(/^-/, ''))),
        `one_of|${orderings.join(', ')}`,
      )
      .optional(),
    search: z.string().max(200, 'max_length|200').refine(noNul, 'control_characters').optional(),
    ...filters,
  });

/**
 * Filters of lists that are read by time of change: what was changed since, the oldest change first. Pages go on
 * at a cursor, so that nothing is skipped or read twice while rows are added and changed.
 */
export const byChange = {
  updated_since: time.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,16},\d{1,10}$/, 'cursor_of_list')
    .optional(),
};

/** Envelope of a paged list. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    count: integer,
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

/** The same schema under each of several names. */
export const fieldsOf = <K extends string, T extends z.ZodType>(names: readonly K[], schema: T) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, T>;

export const stamps = { created_at: instant, updated_at: instant };
