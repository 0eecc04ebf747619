import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { z } from 'zod';
import { BadRequest } from '../../errors.ts';

/** What a body of JSON may be: its size, and how many values and members stand in it. */
export interface BodyBounds {
  readonly bytes: number;
  readonly values: number;
}

/** Of what nobody signed in sends, and of requests that need no body: an e-mail, a password, the words of a link. */
export const VISITOR_BOUNDS: BodyBounds = { bytes: 16 * 1024, values: 2000 };
/** Of all others, beside the lists that a contract names: a form with its texts fits many times. */
export const USUAL_BOUNDS: BodyBounds = { bytes: 256 * 1024, values: 25_000 };
/** No contract nests deeper than eight. */
const MAX_DEPTH = 32;
/** No contract has an object of more than some fifty. */
const MAX_MEMBERS = 1000;
/** What a value of a long list takes: an id with its comma and space, or a member with its name. */
const BYTES_A_VALUE = 24;

type Endpoint = Pick<AnyEndpoint, 'level' | 'body' | 'mostValues'>;

/** The bounds of an endpoint's body: by its level and by the longest lists that its schema takes. */
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

/** How many values the lists of a schema hold at most; those without a bound live on what everybody may send. */
function valuesOf({ items, maxItems, properties = {}, anyOf = [], oneOf = [], allOf = [] }: Schema): number {
  const inner = [...Object.values(properties), ...allOf].reduce((sum, one) => sum + valuesOf(one), 0);
  const either = Math.max(0, ...[...anyOf, ...oneOf].map(valuesOf));
  if (items === undefined || maxItems === undefined) return inner + either;
  const fields = Object.keys(items.properties ?? {}).length;
  return inner + either + maxItems * (1 + fields + valuesOf(items));
}

/**
 * Refuses what would keep everybody waiting before it is parsed: one look at each byte. Nested lists make parsers
 * and whoever walks their result run out of stack, and a hundred thousand names of members cost a second.
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

/** Where a text ends that begins here; the end of the body where it does not end. */
function endOfText(json: Buffer, begin: number): number {
  let at = json.indexOf(QUOTE, begin + 1);
  while (at > 0 && isEscaped(json, at)) at = json.indexOf(QUOTE, at + 1);
  return at < 0 ? json.length : at;
}

/** An odd number of backslashes stands before it. */
function isEscaped(json: Buffer, at: number): boolean {
  let before = at;
  while (json[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}
