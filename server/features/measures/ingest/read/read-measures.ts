import {
  MAX_MESSAGE_BYTES,
  parseBatch,
  type SentMeasures,
  Unreadable,
} from '@aerowatch/contracts/mqtt/measures';
import { parseSenml } from '@aerowatch/contracts/mqtt/senml';
import { decode } from './decode.ts';

/** The measures of a payload: a batch, or a SenML pack (the only one whose outermost form is a list). */
export function readMeasures(payload: Buffer, now: number): SentMeasures {
  if (payload.length > MAX_MESSAGE_BYTES)
    throw new Unreadable('too_large', `at least ${payload.length} bytes, at most ${MAX_MESSAGE_BYTES}`);
  const message = decode(payload);
  return Array.isArray(message) ? parseSenml(message, now) : parseBatch(message);
}
