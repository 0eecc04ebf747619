import { isMessageCode } from '@aerowatch/i18n/translate-message';
import type { z } from 'zod';
import { BadRequest, type FieldErrors } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/** Fields that nobody knows, named in one refusal; messages in one refusal. */
const MAX_UNKNOWN = 20;
const MAX_MESSAGES = 100;
/** Values of one body: the longest list of the contract has 100,000. */
const MAX_VALUES = 250_000;

/** Refuses a body of more values than any right one has before a schema looks at each of them. */
export function refuseVast(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const open: object[] = [body];
  let values = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner: unknown[] = Array.isArray(next) ? next : Object.values(next);
    values += inner.length;
    if (values > MAX_VALUES) throw new BadRequest(`too_many_values|${MAX_VALUES}`);
    for (const one of inner) if (typeof one === 'object' && one !== null) open.push(one);
  }
}

/** Parses by a schema of the contract; what does not fit becomes a 400 with its messages at their fields. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { error: (issue) => codeOf(issue) });
  if (result.success) return result.data;
  throw new BadRequest(fieldErrors(result.error.issues, value));
}

/** Issues as nested messages, list items keyed by their index; of many the first, and a word that there are more. */
export function fieldErrors(issues: readonly Issue[], value: unknown): FieldErrors {
  const errors: FieldErrors = {};
  let unknown = 0;
  let said = 0;
  let more = false;
  for (const issue of issues) {
    if (said >= MAX_MESSAGES) {
      more = true;
      break;
    }
    for (const { path, message } of flatten(issue, value)) {
      if (message === 'unknown_field') unknown += 1;
      if (said >= MAX_MESSAGES || (message === 'unknown_field' && unknown > MAX_UNKNOWN)) more = true;
      else {
        put(errors, path, message);
        said += 1;
      }
    }
  }
  if (more) put(errors, ['non_field_errors'], 'more_wrong');
  return errors;
}

interface Flat {
  path: string[];
  message: string;
}

function flatten(issue: Issue, root: unknown, prefix: PropertyKey[] = []): Flat[] {
  const path = [...prefix, ...issue.path].map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, MAX_UNKNOWN + 1)
      .map((key) => ({ path: [...path, key], message: 'unknown_field' }));
  if (issue.code === 'invalid_union' && issue.errors.length > 0) return closest(issue.errors, root, path);
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') return [{ path, message: 'invalid' }];
  if (path.length > 0 && isLeftOut(issue, at(root, path))) return [{ path, message: 'required' }];
  return [{ path, message: messageOf(issue) }];
}

/** Missing before wrong: an empty text or choice is asked for before its pattern or its words are told. */
function isLeftOut({ code }: Issue, found: unknown): boolean {
  if (found === undefined || found === null) return WITHOUT.includes(code);
  return code !== 'invalid_type' && typeof found === 'string' && isBlankFor(code, found);
}

/** What a schema says of a value that is not there: another type, or no branch or word for it. */
const WITHOUT: readonly Issue['code'][] = ['invalid_type', 'invalid_value', 'invalid_union'];

/** Patterns look at the trimmed text; spaces may be a password, or a word of a list written wrongly. */
const isBlankFor = (code: Issue['code'], found: string): boolean =>
  (code === 'invalid_format' ? found.trim() : found) === '';

/** Of the branches of a union, the one that the value comes nearest to: unknown fields count most. */
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

/** Another type, or not the one word: a number that is not whole is a number all the same. */
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
function define<T extends string[] | FieldErrors>(errors: FieldErrors, key: string, value: T): T {
  Object.defineProperty(errors, key, { value, enumerable: true, configurable: true, writable: true });
  return value;
}

/** The schema's own code; a library's English sentence never gets out. */
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
