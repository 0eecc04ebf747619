import type { Language } from '@aerowatch/domain/languages';
import type { TypedKind } from './fields.ts';

/** A typed text, and its value in the request body; or the code of its error. */
export interface Typing {
  readonly text: string;
  readonly worth?: unknown;
  readonly problem?: string;
  /** Only in this language. */
  readonly language?: Language;
}

/** The table of typings: texts that people type into a field of each kind, in their notation. */
export const TYPINGS: Readonly<Record<Exclude<TypedKind, 'duration'>, readonly Typing[]>> = {
  number: [
    { text: '812.5', worth: 812.5 },
    { text: '811,5', worth: 811.5 },
    { text: ' 1 250.5 m', worth: 1250.5 },
    { text: '1,251.5', worth: 1251.5, language: 'en' },
    { text: '1.252,5', worth: 1252.5, language: 'fr' },
    { text: '1\u202f253,5', worth: 1253.5, language: 'fr' },
    { text: '1,254', problem: 'number_grouped', language: 'en' },
    { text: '812.55', problem: 'decimals|1' },
    { text: 'about 800', problem: 'not_numeric_in|m' },
    { text: '2000.1', problem: 'between' },
  ],
  whole: [
    { text: '1205', worth: 1205 },
    { text: '1 206 daN', worth: 1206 },
    { text: '1207.0', worth: 1207 },
    { text: '120.5', problem: 'not_integer' },
    { text: '120,5', problem: 'not_integer' },
    { text: '12o', problem: 'not_numeric_in|daN' },
    { text: '99999', problem: 'between' },
  ],
  day: [
    { text: '05/12/2026', worth: '2026-12-05' },
    { text: '27/11/2026', worth: '2026-11-27' },
    { text: '6.12.26', worth: '2026-12-06' },
    { text: '07122026', worth: '2026-12-07' },
    { text: ' 8 / 12 / 2026 ', worth: '2026-12-08' },
    { text: '9 Dec 2026', worth: '2026-12-09' },
    { text: '10 déc. 2026', worth: '2026-12-10' },
    { text: '2026-12-11', worth: '2026-12-11' },
    { text: '12/27/2026', problem: 'no_such_day' },
    { text: '31/11/2026', problem: 'no_such_day' },
    { text: '05/12/', problem: 'typed_day' },
  ],
  moment: [
    { text: '05/12/2026 14:30', worth: '2026-12-05T13:30:00.000Z' },
    { text: '6/12/2026 7h05', worth: '2026-12-06T06:05:00.000Z' },
    { text: ' 07/12/2026, 23:59 ', worth: '2026-12-07T22:59:00.000Z' },
    { text: '05/12/2026', problem: 'typed_moment' },
    { text: '28/03/2027 02:30', problem: 'no_such_time' },
  ],
  clock: [
    { text: '22:30', worth: '22:30' },
    { text: '7h05', worth: '07:05' },
    { text: '2145', worth: '21:45' },
    { text: '25:00', problem: 'hour_minute' },
  ],
  kilometer: [
    { text: '105+129', worth: 105.129 },
    { text: '450+000', worth: 450 },
    { text: ' PK 106 + 7 ', worth: 106.007 },
    { text: '107,25', worth: 107.25 },
    { text: '-0+250', worth: -0.25 },
    { text: '105+1290', problem: 'kilometer_point' },
  ],
  zone: [
    { text: 'Tokyo', worth: 'Asia/Tokyo' },
    { text: 'America/Montevideo', worth: 'America/Montevideo' },
    { text: 'new york', worth: 'America/New_York' },
    { text: 'Atlantis', problem: 'time_zone' },
  ],
};

/** The typed parts, by their symbols, and the resulting value: of the upload time, in minutes. */
export const DURATIONS: readonly {
  parts: Readonly<Record<string, string>>;
  worth?: unknown;
  problem?: string;
}[] = [
  { parts: { h: '', min: '20' }, worth: 20 },
  { parts: { h: '3', min: '20' }, worth: 200 },
  { parts: { h: '', min: '200' }, worth: 200 },
  { parts: { h: '4 h', min: '5min' }, worth: 245 },
  { parts: { h: '', min: '' }, worth: null },
  { parts: { h: '', min: '1.5' }, problem: 'not_integer' },
  { parts: { h: '', min: '3 h' }, problem: 'not_numeric_in|min' },
  { parts: { h: '', min: '-5' }, problem: 'duration_negative' },
  { parts: { h: '169', min: '' }, problem: 'between' },
];
