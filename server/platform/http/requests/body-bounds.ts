import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { z } from 'zod';
import { BadRequest } from '../../errors.ts';

/** Limits of a JSON body: its size, and its number of values and members. */
export interface BodyBounds {
  readonly bytes: number;
  readonly values: number;
}

/**
 * For callers who are not signed in, and requests that need no body: an e-mail, a password, the words of a
 * link.
 */
export const VISITOR_BOUNDS: BodyBounds = { bytes: 16 * 1024, values: 2000 };
/** For all others, in addition to the lists of a contract: many times the size of a form with its texts. */
export const USUAL_BOUNDS: BodyBounds = { bytes: 256 * 1024, values: 25_000 };
/** No contract nests deeper than eight. */
const MAX_DEPTH = 32;
/** No contract has an object of more than some fifty. */
const MAX_MEMBERS = 1000;
/** Bytes per value of a long list: an id with its comma and space, or a member with its name. */
const BYTES_A_VALUE = 24;

type Endpoint = Pick<AnyEndpoint, 'level' | 'body' | 'mostValues'>;

/** The limits of an endpoint's body: by its level and by the longest lists of its schema. */
export function boundsOf({ level, body, mostValues }: Endpoint): BodyBounds {
  if (level === 'visitor' || body === undefined) return VISITOR_BOUNDS;
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema;
  const listed = mostValues ?? valuesOf(schema);
  return { bytes: USUAL_BOUNDS.bytes + BYTES_A_VALUE * listed, values: USUAL_BOUNDS.values + listed };
}

interface Schema {
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Maximum number of values in the lists of a schema; those without a bound share the general limit. */
function valuesOf({ items, maxItems, properties = {}, anyOf = [], oneOf = [], allOf = [] }: Schema): number {
  const inner = [...Object.values(properties), ...allOf].reduce((sum, one) => sum + valuesOf(one), 0);
  const either = Math.max(0, ...[...anyOf, ...oneOf].map(valuesOf));
  if (items === undefined || maxItems === undefined) return inner + either;
  const fields = Object.keys(items.properties ?? {}).length;
  return inner + either + maxItems * (1 + fields + valuesOf(items));
}

/**
 * Refuses a body that would block everybody, before it is parsed, by reading each byte once. Nested lists
 * exhaust the stack of parsers and of code that walks their result, and a hundred thousand member names take
 * a second.
 */
export function refuseUnbounded(json: Buffer, { values: most }: BodyBounds): void {
  let [depth, values] = [0, 0];
  const members = new Int32Array(MAX_DEPTH + 2);
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        if (depth > MAX_DEPTH) throw new BadRequest(`too_deep|${MAX_DEPTH}`);
        members[depth] = 0;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth = Math.max(0, depth - 1);
        break;
      case COLON:
        members[depth]! += 1;
        if (members[depth]! > MAX_MEMBERS) throw new BadRequest(`too_many_fields|${MAX_MEMBERS}`);
        break;
      case COMMA:
        values += 1;
        break;
      default:
    }
    if (values > most) throw new BadRequest(`too_many_values|${most}`);
  }
}
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The end of a text that begins here, or the end of the body. */
function endOfText(json: Buffer, begin: number): number {
  let at = json.indexOf(QUOTE, begin + 1);
  while (at > 0 && isEscaped(json, at)) at = json.indexOf(QUOTE, at + 1);
  return at < 0 ? json.length : at;
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(json: Buffer, at: number): boolean {
  let before = at;
  while (json[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
