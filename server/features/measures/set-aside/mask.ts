import { SECRET_KEYS } from '@aerowatch/domain/box/box-configuration';
import { Decoder, encode } from 'cbor-x';

/** Replaces a secret of a box. */
export const MASK = '***';

const cbor = new Decoder({ mapsAsObjects: true, useRecords: false });
/** Only letters and digits: `cellularPassword` and `CELLULAR-PASSWORD` are the same field. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const SECRETS = SECRET_KEYS.map(plain);
const isSecret = (name: unknown) =>
  typeof name === 'string' && SECRETS.some((secret) => plain(name).endsWith(secret));
/** The name of a secret in any spelling, followed by its value, for payloads that cannot be decoded. */
const NAMES = SECRET_KEYS.map((key) => key.replaceAll('_', '[^a-z0-9]?')).join('|');
const IN_TEXT = new RegExp(
  `((?:${NAMES})[^a-z0-9]{0,8}?[:=]\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^\\s,}\\]]+)`,
  'gi',
);
const IN_BYTES = new RegExp(`(?:${NAMES})`, 'gi');
/**
 * Bytes masked after the name of a secret in a payload that cannot be decoded: more than the longest secret.
 */
const COVERED = 140;
const MAX_DEPTH = 40;

/**
 * A payload that may be stored: passwords and PINs of boxes are masked, in JSON, CBOR and SenML, at any
 * depth.
 */
export function maskPayload(payload: Buffer): Buffer {
  const text = payload.toString('latin1');
  if (text.search(IN_BYTES) < 0) return payload;
  const first = payload[0] ?? 0;
  try {
    if (first >> 5 >= 4 && first >> 5 <= 6 && first !== 0x7b && first !== 0x5b)
      return Buffer.from(encode(masked(cbor.decode(payload), 0)));
    return Buffer.from(JSON.stringify(masked(JSON.parse(payload.toString('utf8')), 0)));
  } catch {
    return coverBytes(payload, text);
  }
}

/** The same for a text, such as the detail of a reason. */
export function maskText(text: string): string {
  return text.replace(IN_TEXT, `$1"${MASK}"`);
}

/** A decoded message without the fields that were masked. */
export function withoutMasked(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > MAX_DEPTH)
    return value;
  if (Array.isArray(value)) return value.filter(tells).map((item) => withoutMasked(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !(isSecret(key) && item === MASK))
      .map(([key, item]) => [key, withoutMasked(item, depth + 1)]),
  );
}

/** False for a record that names a secret and holds its mask. */
const tells = (item: unknown): boolean =>
  typeof item !== 'object' ||
  item === null ||
  !(Object.values(item).some(isSecret) && Object.values(item).includes(MASK));

function coverBytes(payload: Buffer, text: string): Buffer {
  const covered = Buffer.from(payload);
  for (const match of text.matchAll(IN_BYTES)) {
    const from = match.index + match[0].length;
    covered.fill('*', from, Math.min(covered.length, from + COVERED));
  }
  return covered;
}

function masked(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (depth > MAX_DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((item) => masked(item, depth + 1));
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  // A SenML record names its field: all its values belong to that field.
  const named = entries.some(([key, item]) => NAME_LABELS.has(String(key)) && isSecret(item));
  return Object.fromEntries(
    entries.map(([key, item]) => {
      const hidden = isSecret(key) || (named && VALUE_LABELS.has(String(key)));
      return [key, hidden && item !== null && item !== '' ? MASK : masked(item, depth + 1)];
    }),
  );
}

/**
 * `n` and `bn`, and `v`, `vs`, `vd` of RFC 8428 with their CBOR labels; some encoders write `name` and
 * `value`.
 */
const NAME_LABELS = new Set(['n', 'bn', '0', '-2', 'name', 'field', 'key']);
const VALUE_LABELS = new Set(['v', 'vs', 'vd', '2', '3', '8', 'value']);
