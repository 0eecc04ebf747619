import { MAX_MEASURES, MAX_MESSAGE_BYTES, parseBatch } from '@aerowatch/contracts/mqtt/measures';
import { decode } from 'cbor-x';
import { describe, expect, it } from 'vitest';
import { generateFleet } from '../fleet/fleet.ts';
import { historyOf } from '../history.ts';
import { Weather } from '../weather/weather.ts';
import { encodeMessage, MESSAGE_BYTES, USUAL_MEASURES } from './batch.ts';

const box = generateFleet({ boxes: 4, seed: 2 })[3]!;
const from = Date.UTC(2025, 6, 1);
const batches = [...historyOf(box, from, from + 40 * 86_400_000, { weather: new Weather(2) })];

describe('a batch', () => {
  it('is understood by the contract, whole, in JSON and in CBOR', () => {
    for (const { message, measures } of batches) {
      const json = parseBatch(JSON.parse(encodeMessage(message, 'json').toString()));
      expect(json.nulled).toBe(0);
      expect(json.measures).toHaveLength(measures);
      expect(parseBatch(decode(encodeMessage(message, 'cbor')))).toEqual(json);
    }
  });

  it('is plain CBOR: a map, no tag of a library', () => {
    const first = encodeMessage(batches[0]!.message, 'cbor')[0] as number;
    expect(first >> 5).toBe(5);
  });

  it('keeps the limits of the protocol', () => {
    expect(MESSAGE_BYTES).toBe(MAX_MESSAGE_BYTES);
    expect(USUAL_MEASURES).toBeLessThanOrEqual(MAX_MEASURES);
    expect(batches.length).toBeGreaterThan(1);
    for (const { message, measures } of batches) {
      expect(measures).toBeLessThanOrEqual(USUAL_MEASURES);
      expect(encodeMessage(message, 'json').length).toBeLessThan(MESSAGE_BYTES);
    }
  });
});
