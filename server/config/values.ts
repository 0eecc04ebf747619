import { isIPv4, isIPv6 } from 'node:net';
import { SSO_ROLES, type SsoRole } from '@aerowatch/domain/access';
import { type NamedKey, readNamedKey } from '../platform/crypto/vendor-keys.ts';
import { isBasePath } from '../platform/http/console/base-path.ts';

/** One environment variable: how its text becomes a value, and its documentation. */
export interface Variable<T> {
  readonly parse: (text: string) => T;
  readonly otherwise: T;
  /** The allowed values, for the message that refuses a wrong one. */
  readonly may: string;
  readonly doc: string;
  /** The default as documented, if it differs from the value itself. */
  readonly shown?: string;
  /** Never printed. */
  readonly secret?: boolean;
}

/** The server cannot start: one line on standard error, exit code 1. */
export class StartError extends Error {}

export class RefusedValue extends Error {}
export const refuse = (): never => {
  throw new RefusedValue();
};
export const text = (value: string) => value;
export const port = (value: string) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : refuse();
export const host = (value: string) =>
  /^[\w.:-]+$/.test(value) && URL.canParse(`http://${value.includes(':') ? `[${value}]` : value}`)
    ? value
    : refuse();
/** A gateway without its account or key would fail only with the first SMS, weeks later. */
export const smsUrl = (value: string) => {
  const { protocol, username, password, searchParams } = new URL(
    url('https:', 'http:', 'twilio:', 'ovh:')(value),
  );
  const named = username !== '' && password !== '';
  if (protocol === 'twilio:' && !named) return refuse();
  if (protocol === 'ovh:' && !(named && searchParams.get('consumer_key'))) return refuse();
  return value;
};
export const url =
  (...protocols: string[]) =>
  (value: string) => {
    const parsed = URL.parse(value);
    return parsed !== null &&
      protocols.includes(parsed.protocol) &&
      (parsed.hostname !== '' || parsed.protocol.startsWith('postgres'))
      ? value
      : refuse();
  };
/** Without a trailing slash, because paths are appended. */
export const publicUrl = (value: string) => {
  const { origin, pathname, search, hash } = new URL(url('http:', 'https:')(value));
  if (!isBasePath(pathname) || search !== '' || hash !== '') return refuse();
  return origin + pathname.replace(/\/+$/, '');
};
/**
 * Addresses and CIDRs, comma-separated. A network that contains everybody is refused, because any client
 * could then forge its address.
 */
export const networks = (value: string): readonly string[] => {
  const list = value.split(',').map((one) => one.trim());
  const right = list.every((one) => {
    const [address = '', bits = isIPv4(address) ? '32' : '128'] = one.split('/');
    const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
    return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most;
  });
  return right ? list : refuse();
};
/** The address where users sign in; plain http only on this machine. */
export const issuer = (value: string) => {
  const { protocol, hostname, search, hash } = new URL(url('https:', 'http:')(value));
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  return (protocol === 'https:' || local) && search === '' && hash === '' ? value : refuse();
};
/** `name=role`; the last `=` separates, because names may contain others. */
export const groupRoles = (value: string): ReadonlyMap<string, SsoRole> => {
  const pairs = value.split(',').map((one) => {
    const at = one.lastIndexOf('=');
    return [one.slice(0, Math.max(0, at)).trim(), one.slice(at + 1).trim()] as const;
  });
  const right = pairs.every(([name, role]) => name !== '' && Object.hasOwn(SSO_ROLES, role));
  const roles = new Map(pairs as (readonly [string, SsoRole])[]);
  return right && roles.size === pairs.length ? roles : refuse();
};
export const firmwareKeys = (value: string): readonly NamedKey[] => {
  const lines = value.split(/[\n,]/).map((line) => line.trim());
  try {
    const keys = lines.filter((line) => line !== '').map(readNamedKey);
    const isOnce = new Set(keys.map(({ id }) => id)).size === keys.length;
    return isOnce && keys.length > 0 ? keys : refuse();
  } catch {
    return refuse();
  }
};
/** Unknown options are refused, because they would be ignored silently. */
export const smtpUrl = (value: string) => {
  const options = new URL(url('smtp:', 'smtps:')(value)).searchParams;
  const mode = options.get('starttls');
  return mode === null || mode === 'required' || mode === 'optional' ? value : refuse();
};
export const variable = <T>(value: Variable<T>): Variable<T> => value;
export const optional = (
  value: Omit<Variable<string>, 'otherwise' | 'parse'> & { parse?: (text: string) => string },
) => variable<string | null>({ parse: text, shown: 'none', ...value, otherwise: null });
