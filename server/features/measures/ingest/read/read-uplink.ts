import { MAX_MESSAGE_BYTES, type SentMeasures, Unreadable } from '@aerowatch/contracts/mqtt/measures';
import type { UplinkHandler } from '../../../../hooks.ts';
import type { Uplink } from '../uplink.ts';
import { decode } from './decode.ts';
import { readMeasures } from './read-measures.ts';

/** A message parsed as far as possible without the database. */
export type ParsedUplink =
  | { kind: 'measures'; uplink: Uplink; sent: SentMeasures }
  | { kind: 'other'; uplink: Uplink; handler: UplinkHandler; message: unknown }
  | { kind: 'aside'; uplink: Uplink; reason: string; detail: string };

/** Parses a message by its topic. Never throws: an unreadable message has a reason. */
export function readUplink(
  uplink: Uplink,
  handlers: ReadonlyMap<string, UplinkHandler>,
  now: number,
): ParsedUplink {
  const topic = uplink.topic.split('/').slice(2).join('/');
  try {
    if (topic === 'measures') return { kind: 'measures', uplink, sent: readMeasures(uplink.payload, now) };
    const handler = handlers.get(topic);
    if (handler === undefined) throw new Unreadable('unknown_topic', topic);
    if (uplink.payload.length > MAX_MESSAGE_BYTES)
      throw new Unreadable(
        'too_large',
        `at least ${uplink.payload.length} bytes, at most ${MAX_MESSAGE_BYTES}`,
      );
    return { kind: 'other', uplink, handler, message: decode(uplink.payload) };
  } catch (error) {
    if (error instanceof Unreadable)
      return { kind: 'aside', uplink, reason: error.reason, detail: error.detail };
    return { kind: 'aside', uplink, reason: 'unreadable', detail: String(error).slice(0, 500) };
  }
}

/** How many rows a message may bring. */
export function rowsOf(read: ParsedUplink): number {
  return read.kind === 'measures' ? read.sent.measures.length : 1;
}

/** The same message, to be set aside instead. */
export function asAside(read: ParsedUplink, reason: string, detail: string): ParsedUplink {
  return { kind: 'aside', uplink: read.uplink, reason, detail };
}
