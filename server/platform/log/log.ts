import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What stands before the @ of an address of e-mail, of 64 characters at most. */
const LOCAL = /[\w.!#$%&'*+=?^`{|}~-]/;
const LONGEST = 64;
/** Entries of the audit log tell who did what, and are proven by what they hold. */
const AUDIT = /"(?:audit|audit_head)":/;

/** Of each address of e-mail the first letter and the host stay. Goes by the @: a long line costs no more. */
function withoutEmails(line: string): string {
  let at = line.indexOf('@');
  if (at < 0 || AUDIT.test(line)) return line;
  let shortened = '';
  let done = 0;
  for (; at >= 0; at = line.indexOf('@', at + 1)) {
    let first = at;
    while (first > done && at - first < LONGEST && LOCAL.test(line.charAt(first - 1))) first -= 1;
    if (first === at || !/\w/.test(line.charAt(at + 1))) continue;
    shortened += `${line.slice(done, first + 1)}…`;
    done = at;
  }
  return shortened + line.slice(done);
}

/**
 * Lines of JSON on standard output. Secrets are never logged, in whichever object they are; addresses of e-mail are
 * shortened to `a…@rail.example`, also within what a mail server answered.
 */
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
    hooks: { streamWrite: withoutEmails },
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
