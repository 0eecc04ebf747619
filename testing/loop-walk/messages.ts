import { Encoder } from 'cbor-x';

/** The largest message of a box. */
const BYTES = 256 * 1024;
const fill = (part: string, around: (filling: string) => string) =>
  around(Array.from({ length: Math.floor((BYTES - 200) / (part.length + 1)) }, () => part).join(','));
const T0 = Math.floor(Date.now() / 1000) - 86_400;
const cbor = new Encoder({ useRecords: false });
const times = (count: number, make: (index: number) => unknown) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Messages of the largest size in every shape that is expensive to parse. */
export const WORST_MESSAGES: Readonly<Record<string, Buffer>> = Object.fromEntries(
  Object.entries({
    'lists in lists': fill('[[[[[[[[]]]]]]]]', (all) => `{"v":1,"aeros":[${all}]}`),
    'lists without end': '['.repeat(BYTES),
    'an object in an object': '{"a":'.repeat(BYTES / 5),
    'fields that nobody knows': `{${times(18_000, (at) => `"k${at}":1`).join(',')}}`,
    'metrics that nobody knows': `{"v":1,"aeros":[{"aero":1,"t0":${T0},"dt":[0],${times(14_000, (at) => `"m${at}":[1]`).join(',')}}]}`,
    'objects of other names': `[${times(15_000, (at) => `{"k${at}":1}`).join(',')}]`,
    'records of no metric': `[${times(15_000, (at) => `{"n":"${at}"}`).join(',')}]`,
    'ten thousand measures': `{"v":1,"aeros":[{"aero":1,"t0":${T0},"dt":[${times(10_000, () => 1)}],"stroke":[${times(10_000, (at) => at % 500)}],"temperature":[${times(10_000, (at) => at % 30)}]}]}`,
    'ten thousand of SenML': `[{"bn":"1:","bt":${T0}},${times(6000, (at) => `{"n":"stroke","v":${at % 500},"t":${at}}`).join(',')}]`,
    'words for numbers': fill('NaN', (all) => `{"v":1,"aeros":[{"aero":1,"t0":0,"dt":[${all}]}]}`),
    'a broken end after words for numbers': fill(
      'NaN',
      (all) => `{"v":1,"aeros":[{"aero":1,"t0":0,"dt":[${all}`,
    ),
    'spaces after a comma': `{"v":1,${' '.repeat(BYTES - 100)}nan`,
    'many spaces': fill(`[${' '.repeat(60)}`, (all) => all),
    'one long text': `{"id":"${'a'.repeat(BYTES - 50)}"}`,
    noise: Buffer.alloc(BYTES, 0xa5),
    'CBOR: lists in lists': Buffer.alloc(BYTES, 0x81),
    'CBOR: maps in maps': Buffer.alloc(BYTES, 0xa1),
    'CBOR: indefinite lists': Buffer.alloc(BYTES, 0x9f),
    'CBOR: fields that nobody knows': Buffer.from(
      cbor.encode(Object.fromEntries(times(18_000, (at) => [`k${at}`, 1]) as [string, number][])),
    ),
    'CBOR: empty lists': Buffer.from(cbor.encode({ aeros: times(200_000, () => []) })),
  }).map(([name, content]) => [name, Buffer.from(content as string).subarray(0, BYTES)]),
);
