import { isMessageCode } from '@aerowatch/i18n/translate-message';
import { z } from 'zod';
import { BadRequest, type FieldErrors } from '../../errors.ts';

type Issue = z.core.$ZodIssue;

/** Maximum number of unknown fields named in one refusal; maximum number of messages. */
const MAX_UNKNOWN = 20;
const MAX_MESSAGES = 100;
/** A list longer than this is checked in pieces of this size, with other requests' turns in between. */
const PIECE = 2000;

/**
 * The same as `parse` for a body with long lists: wrong values among a hundred thousand are reported without
 * creating a problem for each, and others do not wait for all of them.
 */
export async function parseLong<T>(schema: z.ZodType<T>, body: unknown): Promise<T> {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  for (const [field, list] of Object.entries(fields))
    if (Array.isArray(list) && list.length > PIECE) await checkItems(schema, field, list);
  return parse(schema, body);
}

async function checkItems(schema: z.ZodType, field: string, list: readonly unknown[]): Promise<void> {
  const pieces = schemaOfList(schema, field);
  if (pieces === undefined) return;
  for (let at = 0; at < list.length; at += PIECE) {
    const found = errorsOf(() => parse(pieces, list.slice(at, at + PIECE)));
    if (found !== undefined) throw new BadRequest(placed(found, field, at));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/**
 * A schema for a list of any length of a field's items; undefined for a field that is no list, or unknown.
 */
function schemaOfList(schema: z.ZodType, field: string): z.ZodType | undefined {
  let inner: unknown = schema instanceof z.ZodObject ? schema.shape[field] : undefined;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap();
  return inner instanceof z.ZodArray ? z.array(inner.element as z.ZodType) : undefined;
}

function errorsOf(work: () => unknown): FieldErrors | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof BadRequest) return error.fields;
    throw error;
  }
}

/**
 * Moves the errors of a piece that begins at `by` to the indices of its field; errors without an index stay.
 */
function placed(
  { non_field_errors: general, ...items }: FieldErrors,
  field: string,
  by: number,
): FieldErrors {
  const moved = Object.entries(items).map(([index, errors]) => [String(Number(index) + by), errors]);
  return {
    [field]: Object.fromEntries(moved) as FieldErrors,
    ...(general === undefined ? {} : { non_field_errors: general }),
  };
}

/** Parses by a schema of the contract; violations become a 400 with messages at their fields. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: (issue) => codeOf(issue) });
  if (result.success) return result.data;
  const { told, more } = firstOf(result.error.issues, value);
  const errors: FieldErrors = {};
  for (const { path, message } of askedFor(schema, value, told)) put(errors, path, message);
  if (more) put(errors, ['non_field_errors'], 'more_wrong');
  throw new BadRequest(errors);
}

interface Flat {
  path: string[];
  message: string;
  /** The value is an empty text; whether its object is valid without it is not known yet. */
  empty?: boolean;
}

/** The first messages, with few about unknown fields, and whether there are more. */
function firstOf(issues: readonly Issue[], value: unknown): { told: Flat[]; more: boolean } {
  const told: Flat[] = [];
  let unknown = 0;
  let more = false;
  for (const issue of issues) {
    if (told.length >= MAX_MESSAGES) return { told, more: true };
    for (const one of flatten(issue, value)) {
      if (one.message === 'unknown_field') unknown += 1;
      if (told.length >= MAX_MESSAGES || (one.message === 'unknown_field' && unknown > MAX_UNKNOWN))
        more = true;
      else told.push(one);
    }
  }
  return { told, more };
}

/**
 * "Missing" takes precedence over "wrong": an empty text is reported as missing, instead of by its pattern or
 * choices, if its object is invalid without it too. If it may be omitted, the error of its pattern is
 * reported, because it need not be filled in.
 */
function askedFor(schema: z.ZodType, value: unknown, told: readonly Flat[]): Flat[] {
  const empty = told.filter((one) => one.empty).map(({ path }) => path);
  if (empty.length === 0) return [...told];
  const rest = without(value, empty);
  const absent = (schema.safeParse(rest).error?.issues ?? []).flatMap((issue) => flatten(issue, rest));
  // A schema may state this itself for a text that is optional, but not empty.
  const own = told.filter((one) => one.empty && one.message === 'required');
  const needed = new Set([...absent, ...own].map(({ path }) => keyOf(path)));
  return told.map(({ path, message, empty: isEmpty }) => ({
    path,
    message: isEmpty && needed.has(keyOf(path)) ? 'required' : message,
  }));
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

/** A copy without the fields at some paths; everything else is shared. */
function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  for (const [key = '', inner] of Map.groupBy(paths, ([first]) => first)) {
    if (inner.some((path) => path.length === 1)) delete copy[key];
    else
      define(
        copy,
        key,
        without(
          copy[key],
          inner.map((path) => path.slice(1)),
        ),
      );
  }
  return copy;
}

function flatten(issue: Issue, root: unknown, prefix: PropertyKey[] = []): Flat[] {
  const path = [...prefix, ...issue.path].map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, MAX_UNKNOWN + 1)
      .map((key) => ({ path: [...path, key], message: 'unknown_field' }));
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, root, path);
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') return [{ path, message: 'invalid' }];
  const found = at(root, path);
  if (path.length > 0 && isLeftOut(issue, found)) return [{ path, message: 'required' }];
  const message = messageOf(issue);
  return isEmptyText(issue, found) && !Array.isArray(at(root, path.slice(0, -1)))
    ? [{ path, message, empty: true }]
    : [{ path, message }];
}

/** Error codes of a schema for a missing value: another type, or no matching branch or choice. */
const WITHOUT: readonly Issue['code'][] = ['invalid_type', 'invalid_value', 'invalid_union'];
const isLeftOut = ({ code }: Issue, found: unknown): boolean =>
  (found === undefined || found === null) && WITHOUT.includes(code);

/** Patterns check the trimmed text; spaces may be a password, or a misspelt choice. */
const isEmptyText = ({ code }: Issue, found: unknown): boolean =>
  code !== 'invalid_type' &&
  typeof found === 'string' &&
  (code === 'invalid_format' ? found.trim() : found) === '';

/** Of the branches of a union, the one closest to the value: unknown fields count most. */
function closest(branches: readonly (readonly Issue[])[], root: unknown, prefix: string[]): Flat[] {
  const weigh = (issues: readonly Issue[]) =>
    issues.reduce(
      (sum, one) =>
        sum + (isOfAnotherKind(one) ? 100 : one.code === 'unrecognized_keys' ? one.keys.length * 10 : 1),
      0,
    );
  const best = [...branches].sort((a, b) => weigh(a) - weigh(b))[0] ?? [];
  return best.flatMap((one) => flatten(one, root, prefix));
}

/** Another type, or not the one allowed word: a number that is not an integer is still a number. */
function isOfAnotherKind(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  return issue.code === 'invalid_value' || (issue.code === 'invalid_type' && issue.expected !== 'int');
}

function at(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function put(errors: FieldErrors, path: readonly string[], message: string): void {
  let level = errors;
  const keys = path.length === 0 ? ['non_field_errors'] : path;
  for (const key of keys.slice(0, -1)) {
    const next = own(level, key);
    if (next !== undefined && !Array.isArray(next)) level = next;
    else level = define<FieldErrors>(level, key, next === undefined ? {} : { non_field_errors: next });
  }
  const last = keys[keys.length - 1] ?? '';
  const there = own(level, last);
  if (there === undefined) define(level, last, [message]);
  else if (!Array.isArray(there)) put(there, ['non_field_errors'], message);
  else if (!there.includes(message)) there.push(message);
}

function own(errors: FieldErrors, key: string): string[] | FieldErrors | undefined {
  return Object.hasOwn(errors, key) ? errors[key] : undefined;
}

/** A field may be called `__proto__`: never an assignment. */
function define<T>(object: object, key: string, value: T): T {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return value;
}

/** The schema's own code; a library's English sentence never reaches the caller. */
function messageOf(issue: Issue): string {
  return isMessageCode(issue.message) ? issue.message : codeOf(issue);
}

interface SchemaIssue {
  readonly code?: string;
  readonly [key: string]: unknown;
}

/** Codes for checks that the schema gave no code of its own. */
function codeOf(issue: object): string {
  return CHECK_CODES[(issue as SchemaIssue).code ?? '']?.(issue as SchemaIssue) ?? 'invalid';
}

const CHECK_CODES: Readonly<Record<string, (issue: SchemaIssue) => string | undefined>> = {
  invalid_type: (issue) =>
    issue.input === undefined && 'input' in issue ? 'required' : TYPE_CODES[String(issue.expected)],
  invalid_value: ({ values }) => (Array.isArray(values) ? `one_of|${values.join(', ')}` : undefined),
  too_small: ({ origin, minimum }) => {
    if (origin === 'array' || (origin === 'string' && minimum === 1)) return 'required';
    return origin === 'string' ? `min_length|${minimum}` : `min|${minimum}`;
  },
  too_big: ({ origin, maximum }) => {
    if (origin === 'string') return `max_length|${maximum}`;
    return origin === 'array' ? `max_items|${maximum}` : `max|${maximum}`;
  },
};

const TYPE_CODES: Readonly<Record<string, string>> = {
  string: 'not_text',
  number: 'not_numeric',
  int: 'not_integer',
  boolean: 'not_boolean',
  object: 'not_object',
  record: 'not_object',
  array: 'not_list',
};
