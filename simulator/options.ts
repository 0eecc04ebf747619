/** Command lines of the simulator. */
import { parseArgs } from 'node:util';
import type { StartOptions } from './fleet/start-fleet.ts';

type Options = Readonly<
  Record<string, { type: 'string' | 'boolean'; default?: string | boolean; words: string }>
>;
type Values = Record<string, string | boolean | undefined>;

const COMMON = {
  boxes: { type: 'string', default: '60', words: 'how many boxes the fleet has' },
  seed: { type: 'string', default: '1', words: 'the same seed gives the same fleet, weather and measures' },
  prefix: { type: 'string', default: 'AW', words: 'what serial numbers begin with' },
  credentials: { type: 'string', default: 'credentials.json', words: 'file with the passwords of the boxes' },
} as const;

const PROVISION = {
  ...COMMON,
  api: { type: 'string', default: 'http://127.0.0.1:8080/api', words: 'address of the API' },
  token: { type: 'string', words: 'of an administrator' },
  email: { type: 'string', default: '', words: 'of an administrator, in place of --token' },
  password: { type: 'string', default: '', words: 'of that administrator' },
  'railway-client': {
    type: 'string',
    default: 'Réseau Grandes Lignes',
    words: 'name of the client of the boxes on railway lines',
  },
  'tram-client': {
    type: 'string',
    default: 'Tram Métropole',
    words: 'name of the client of the boxes of the tram',
  },
  'upload-time': { type: 'string', words: 'minutes between uploads, told to each box' },
  'log-time': { type: 'string', words: 'seconds between logged measures, told to each box' },
} as const;

const RUN = {
  ...COMMON,
  url: { type: 'string', default: 'mqtt://127.0.0.1:1883', words: 'broker' },
  days: { type: 'string', default: '90', words: 'of history to send first' },
  faults: { type: 'string', default: 'none', words: 'none, demo, random:PROBABILITY or a file of faults' },
  live: { type: 'boolean', default: false, words: 'go on living when the history is sent' },
  speed: { type: 'string', default: '1', words: 'times real time, when live' },
  state: { type: 'string', words: 'file from which a stopped fleet goes on' },
  truth: { type: 'string', words: 'file for what really is: physics and faults' },
  encoding: { type: 'string', default: 'json', words: 'json or cbor' },
  measures: { type: 'string', default: '4000', words: 'at most so many in a message' },
  'in-flight': { type: 'string', default: '4', words: 'messages of a box under way at once' },
  linger: { type: 'string', default: '1500', words: 'ms a box listens before it sleeps' },
  hold: { type: 'boolean', default: false, words: 'stay connected instead of sleeping' },
  'no-report': { type: 'boolean', default: false, words: 'boxes do not report their configuration' },
  'at-once': { type: 'string', default: '16', words: 'boxes that connect at the same moment' },
  'per-second': { type: 'string', default: '500', words: 'connections a second' },
  load: { type: 'boolean', default: false, words: 'all connect, then all send' },
  'public-key': {
    type: 'string',
    words:
      'file of the keys firmware is signed with: a PEM, or base64, one a line; without it no firmware is taken',
  },
  signatures: { type: 'string', words: 'how many of them must have signed (1)' },
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

/** The `--help` text of a command, or undefined when it was not requested. */
export function helpOf(command: 'provision.ts' | 'run.ts', args: readonly string[]): string | undefined {
  if (!args.includes('--help')) return;
  const options: Options = command === 'run.ts' ? RUN : PROVISION;
  const lines = Object.entries(options).map(([name, option]) => {
    const value = option.type === 'string' ? ` ${option.default || '…'}` : '';
    return `  ${`--${name}${value}`.padEnd(44)} ${option.words}`;
  });
  return `node simulator/${command} [options]\n\n${lines.join('\n')}\n`;
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
    options: PROVISION,
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
  /** PEM file of the firmware signing key. */
  readonly publicKey: string | undefined;
  readonly signatures: number;
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
    options: RUN,
  });
  if (values.encoding !== 'json' && values.encoding !== 'cbor')
    throw new Error(`--encoding is ${values.encoding}, not json or cbor.`);
  return {
    ...common(values),
    days: number(values, 'days'),
    faults: values.faults,
    publicKey: values['public-key'],
    signatures: Number(values.signatures ?? 1),
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
