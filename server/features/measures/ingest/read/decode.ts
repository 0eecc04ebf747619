import { Unreadable } from '@aerowatch/contracts/mqtt/measures';
import { Decoder } from 'cbor-x';
import { joinChunks } from './join-chunks.ts';

const cbor = new Decoder({ mapsAsObjects: true, useRecords: false });
const utf8 = new TextDecoder('utf-8', { fatal: true });
const OPENS_JSON = new Set([0x7b, 0x5b]); // `{` and `[`
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Decodes a payload. JSON and CBOR differ in the first byte: in CBOR neither `{` nor `[` begins a map or a
 * list. Throws Unreadable.
 */
export function decode(payload: Buffer): unknown {
  if (payload.length === 0) throw new Unreadable('empty', 'no payload');
  if (looksLikeJson(payload)) return decodeJson(payload);
  // Lists, maps and tags have the major types 4, 5 and 6 (RFC 8949, section 3.1).
  const major = (payload[0] ?? 0) >> 5;
  if (major < 4 || major > 6) throw new Unreadable('not_json_or_cbor', 'neither opens a structure');
  return decodeCbor(payload);
}

function looksLikeJson(payload: Buffer): boolean {
  let at = payload[0] === 0xef && payload[1] === 0xbb && payload[2] === 0xbf ? 3 : 0;
  while (BLANK.has(payload[at] ?? 0)) at += 1;
  return OPENS_JSON.has(payload[at] ?? 0);
}

function decodeJson(payload: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(payload);
  } catch {
    throw new Unreadable('not_utf8', 'the text is not UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const mended = quoteNotNumbers(text);
    if (mended !== undefined) return mended;
    throw new Unreadable('not_json', (error as Error).message);
  }
}

/** Bare NaN and Infinity, as C and Python write them, are sentinels rather than a broken message. */
function quoteNotNumbers(text: string): unknown {
  const quoted = text.replace(/([[:,]\s*)([-+]?(?:nan|inf(?:inity)?))(?=\s*[\],}])/gi, '$1"NaN"');
  if (quoted === text) return undefined;
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

function decodeCbor(payload: Buffer): unknown {
  try {
    const value = withoutMaps(decodeWhole(payload), 0);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new Unreadable('not_cbor', error instanceof Error ? error.message : 'cannot be decoded');
  }
  throw new Unreadable('not_json_or_cbor', 'no structure');
}

function decodeWhole(payload: Buffer): unknown {
  try {
    return cbor.decode(payload);
  } catch (error) {
    if (!/indefinite length/i.test(String(error))) throw error;
    return cbor.decode(joinChunks(payload));
  }
}

/** Some encoders mark maps with integer keys by tag 259, which makes no difference here. */
function withoutMaps(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > 4 || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value))
    return typeof value[0] === 'object' ? value.map((item) => withoutMaps(item, depth + 1)) : value;
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [String(key), withoutMaps(item, depth + 1)]));
}
