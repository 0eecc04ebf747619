import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { nounOf } from './nouns.ts';
import { type Json, schemaOf } from './schemas.ts';

const WORDS: Readonly<Record<number, string>> = { 201: 'Made', 202: 'Taken; it goes on after the answer' };
const BYTES = { schema: { type: 'string', format: 'binary' } };

/** The successful answer of an endpoint. */
export function success(endpoint: AnyEndpoint): Json {
  if (endpoint.status === 204) return { description: 'Done; the answer is empty' };
  if (endpoint.answers === 'events')
    return {
      description: 'Events as they happen',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    };
  if (endpoint.answers === 'stream')
    return {
      description: 'The table as a file, in the format asked for',
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': BYTES,
      },
    };
  if (endpoint.answers === 'file')
    return { description: 'The bytes of the file', content: { 'application/octet-stream': BYTES } };
  const schema = endpoint.response === undefined ? {} : schemaOf(endpoint.response, 'output');
  const description = [WORDS[endpoint.status ?? 200], answered(schema, endpoint)].filter(Boolean).join(': ');
  return { description, content: { 'application/json': { schema } } };
}

/** The content of an answer, by its schema. */
function answered(schema: Json, { name, summary }: AnyEndpoint): string {
  if (typeof schema.$ref === 'string') return `the ${nounOf(named(schema.$ref), '')}`;
  const items = (schema.properties as Json | undefined)?.results ?? schema;
  const one = (items as { items?: Json }).items?.$ref;
  if (typeof one === 'string') {
    const noun = nounOf(named(one), '');
    return items === schema
      ? `a list, each item: ${noun}`
      : `a page of a list, each item in \`results\`: ${noun}`;
  }
  const names = Object.keys((schema.properties ?? {}) as Json);
  if (names.includes('id')) return `the ${nounOf(name, '')}`;
  return names.length === 0 ? summary : names.map((one) => `\`${one}\``).join(', ');
}

const named = (reference: string) => reference.split('/').at(-1) ?? reference;

export const notModified = ({ method, answers }: AnyEndpoint): Json =>
  method === 'GET' && (answers === undefined || answers === 'json')
    ? { 304: { description: 'Unchanged since the ETag in If-None-Match' } }
    : {};
