/** Command lines of the simulator. */
import { parseArgs } from 'node:util';
import type { StartOptions } from './start-fleet.ts';

type Values = Record<string, string | boolean | undefined>;

const COMMON = {
  boxes: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
  prefix: { type: 'string', default: 'AW' },
  credentials: { type: 'string', default: 'credentials.json' },
} as const;

function number(values: Values, name: string, least = 0): number {
  const value = Number(values[name]);
  if (!Number.isFinite(value) || value < least)
    throw new Error(`--${name} is ${values[name]}, not a number of at least ${least}.`);
  return value;
}

function common(values: Values): { boxes: number; seed: number; prefix: string; credentials: string } {
  return {
    boxes: number(values, 'boxes', 1),
    seed: number(values, 'seed'),
    prefix: values.prefix as string,
    credentials: values.credentials as string,
  };
}

export interface ProvisionCommand {
  readonly boxes: number;
  readonly seed: number;
  readonly prefix: string;
  readonly credentials: string;
  readonly api: string;
  readonly token: string | undefined;
  readonly email: string;
  readonly password: string;
  readonly clients: { railway: string; tram: string };
  readonly desired: Record<string, number>;
}

export function provisionOptions(args: string[]): ProvisionCommand {
  const { values } = parseArgs({
    args,
    options: {
      ...COMMON,
      api: { type: 'string', default: 'http://127.0.0.1:8080/api' },
      token: { type: 'string' },
      email: { type: 'string', default: '' },
      password: { type: 'string', default: '' },
      'railway-client': { type: 'string', default: 'Réseau Grandes Lignes' },
      'tram-client': { type: 'string', default: 'Tram Métropole' },
      'upload-time': { type: 'string' },
      'log-time': { type: 'string' },
    },
  });
  const desired: Record<string, number> = {};
  if (values['upload-time'] !== undefined) desired.upload_time = number(values, 'upload-time', 1);
  if (desired.upload_time !== undefined) desired.upload_time_alert = Math.min(10, desired.upload_time);
  if (values['log-time'] !== undefined) desired.log_time = number(values, 'log-time', 1);
  if (desired.log_time !== undefined) desired.acquisition_time = Math.min(600, desired.log_time);
  const { api, token, email, password } = values;
  if (token === undefined && email === '')
    throw new Error('Say --token, or --email and --password of an administrator.');
  return {
    ...common(values),
    api,
    token,
    email,
    password,
    clients: { railway: values['railway-client'], tram: values['tram-client'] },
    desired,
  };
}

export interface RunCommand {
  readonly boxes: number;
  readonly seed: number;
  readonly prefix: string;
  readonly credentials: string;
  readonly days: number;
  /** none, demo, random:PROBABILITY or a file of faults. */
  readonly faults: string;
  /** PEM file of the key firmware is signed with. */
  readonly publicKey: string | undefined;
  readonly start: Pick<
    StartOptions,
    | 'url'
    | 'live'
    | 'speed'
    | 'statePath'
    | 'truthPath'
    | 'encoding'
    | 'measures'
    | 'inFlight'
    | 'linger'
    | 'hold'
    | 'report'
    | 'atOnce'
    | 'perSecond'
    | 'together'
  >;
}

export function runOptions(args: string[]): RunCommand {
  const { values } = parseArgs({
    args,
    options: {
      ...COMMON,
      url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
      days: { type: 'string', default: '90' },
      faults: { type: 'string', default: 'none' },
      live: { type: 'boolean', default: false },
      speed: { type: 'string', default: '1' },
      state: { type: 'string' },
      truth: { type: 'string' },
      encoding: { type: 'string', default: 'json' },
      measures: { type: 'string', default: '4000' },
      'in-flight': { type: 'string', default: '4' },
      linger: { type: 'string', default: '1500' },
      hold: { type: 'boolean', default: false },
      'no-report': { type: 'boolean', default: false },
      'at-once': { type: 'string', default: '16' },
      'per-second': { type: 'string', default: '500' },
      load: { type: 'boolean', default: false },
      'public-key': { type: 'string' },
    },
  });
  if (values.encoding !== 'json' && values.encoding !== 'cbor')
    throw new Error(`--encoding is ${values.encoding}, not json or cbor.`);
  return {
    ...common(values),
    days: number(values, 'days'),
    faults: values.faults,
    publicKey: values['public-key'],
    start: {
      url: values.url,
      live: values.live,
      speed: number(values, 'speed', 0.001),
      ...(values.state === undefined ? {} : { statePath: values.state }),
      ...(values.truth === undefined ? {} : { truthPath: values.truth }),
      encoding: values.encoding,
      measures: number(values, 'measures', 2),
      inFlight: number(values, 'in-flight', 1),
      linger: values.load ? 0 : number(values, 'linger'),
      hold: values.hold,
      report: !values['no-report'],
      atOnce: number(values, 'at-once', 1),
      perSecond: number(values, 'per-second', 1),
      together: values.load,
    },
  };
}
