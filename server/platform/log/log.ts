import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Lines of JSON on standard output. Secrets are never logged, in whichever object they are. */
export function makeLog(level: string, destination?: DestinationStream): Log {
  const names = [
    'password',
    'token',
    'authorization',
    'secret',
    'new_password',
    'old_password',
    'maintenance_password',
    'cellular_password',
    'cellular_pin',
    'value',
  ];
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
