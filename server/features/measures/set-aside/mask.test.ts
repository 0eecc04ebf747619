import { decode, encode } from 'cbor-x';
import { expect, it } from 'vitest';
import { maskPayload, maskText } from './mask.ts';

const SECRETS = { cellular_password: 'sesame-77', cellular_pin: '4711', maintenance_password: '135246' };
const WORDS = Object.values(SECRETS);
const hides = (payload: Buffer) => WORDS.every((word) => !payload.toString('latin1').includes(word));

it('masks passwords and PINs in every form and depth, and leaves the rest', () => {
  const message = {
    version: 3,
    reported: { ...SECRETS, log_time: 600, list: [{ cellularPassword: 'sesame-77' }] },
  };
  const json = maskPayload(Buffer.from(JSON.stringify(message)));
  expect(hides(json)).toBe(true);
  expect(JSON.parse(json.toString()).reported.log_time).toBe(600);
  const cbor = maskPayload(Buffer.from(encode(message)));
  expect(hides(cbor)).toBe(true);
  expect(decode(cbor)).toMatchObject({ version: 3, reported: { cellular_pin: '***' } });
  const senml = [
    { n: 'cfg/cellular_pin', vs: '4711' },
    { n: '1:stroke', v: 5 },
  ];
  expect(JSON.parse(maskPayload(Buffer.from(JSON.stringify(senml))).toString())).toEqual([
    { n: 'cfg/cellular_pin', vs: '***' },
    { n: '1:stroke', v: 5 },
  ]);
});

it('covers them in what cannot be decoded, and in the detail', () => {
  const whole = JSON.stringify(SECRETS);
  for (let length = 1; length <= whole.length; length += 1)
    expect(hides(maskPayload(Buffer.from(whole.slice(0, length)))), whole.slice(0, length)).toBe(true);
  const cut = Buffer.from(encode({ ...SECRETS, log_time: 600 })).subarray(0, -4);
  expect(hides(maskPayload(cut))).toBe(true);
  expect(maskText(`bad JSON near {"cellular_pin":"4711","x`)).toBe('bad JSON near {"cellular_pin":"***","x');
  const other = Buffer.from('{"aeros":[');
  expect(maskPayload(other)).toBe(other);
});
