import { ScimError } from './error.ts';
import type { Resource } from './patch.ts';

export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** Most resources of one page. */
export const MOST_RESULTS = 200;

/** Which page of a list is asked for: RFC 7644, 3.4.2.4. */
export interface Window {
  readonly startIndex: number;
  readonly count: number;
}
export function windowOf(query: Resource): Window {
  const start = numberOf(query.startIndex, 1);
  const count = numberOf(query.count, MOST_RESULTS);
  return { startIndex: Math.max(1, start), count: Math.min(MOST_RESULTS, Math.max(0, count)) };
}

function numberOf(value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!/^-?\d{1,9}$/.test(String(value)))
    throw new ScimError('invalidValue', 'startIndex and count are integers.');
  return Number(value);
}

export const listAnswer = (
  resources: readonly Resource[],
  total: number,
  { startIndex }: Window,
): Resource => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Returned whatever was asked for: RFC 7643, 7. */
const ALWAYS = ['schemas', 'id'];

/** A resource with the attributes that were asked for, or without those that were not wanted: RFC 7644, 3.9. */
export function selected(resource: Resource, query: Resource): Resource {
  const [wanted, unwanted] = [namesOf(query.attributes), namesOf(query.excludedAttributes)];
  if (wanted.length === 0 && unwanted.length === 0) return resource;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      if (ALWAYS.includes(name)) return [[name, value]];
      const kept = wanted.length > 0 ? keptOf(name, value, wanted) : withoutOf(name, value, unwanted);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/** Names in lower case; an extension's attribute without its schema. */
function namesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return list
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''),
    )
    .filter((name) => name !== '');
}

const nested = (name: string, asked: string) =>
  [`${name.toLowerCase()}.`, `${name.toLowerCase()}:`].find((start) => asked.startsWith(start));
const subsOf = (name: string, asked: readonly string[]) =>
  asked.flatMap((one) => {
    const start = nested(name, one);
    return start === undefined ? [] : [one.slice(start.length)];
  });

function keptOf(name: string, value: unknown, wanted: readonly string[]): unknown {
  if (wanted.includes(name.toLowerCase())) return value;
  const subs = subsOf(name, wanted);
  return subs.length === 0 ? undefined : within(value, (sub) => subs.includes(sub.toLowerCase()));
}

function withoutOf(name: string, value: unknown, unwanted: readonly string[]): unknown {
  if (unwanted.includes(name.toLowerCase())) return undefined;
  const subs = subsOf(name, unwanted);
  return subs.length === 0 ? value : within(value, (sub) => !subs.includes(sub.toLowerCase()));
}

function within(value: unknown, keeps: (sub: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, keeps));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([sub]) => keeps(sub)));
}
