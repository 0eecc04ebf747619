/** A bucket of S3, or of what speaks its protocol. */
export interface S3Address {
  readonly kind: 's3';
  readonly shown: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** With a slash at its end, or empty. */
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
}
/** A folder of another machine. */
export interface SshAddress {
  readonly kind: 'ssh';
  readonly shown: string;
  readonly user: string;
  readonly host: string;
  /** Empty: that of ssh's own settings. */
  readonly port: string;
  /** The whole path, without a slash at its end. */
  readonly folder: string;
}
export type TargetAddress = S3Address | SshAddress;

/** What BACKUP_TARGET may hold. */
export const TARGET_FORMS =
  's3://KEY:SECRET@host/bucket/folder?region=REGION (also &tls=off in a network of your own), or ssh://user@host/folder';

/** Reads an address of one of TARGET_FORMS; undefined where it is none of them. */
export function targetAddress(text: string): TargetAddress | undefined {
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || url.hash !== '') return undefined;
  if (url.protocol === 's3:') return s3Address(url);
  return url.protocol === 'ssh:' ? sshAddress(url) : undefined;
}

function s3Address(url: URL): S3Address | undefined {
  const [, bucket = '', ...path] = decodeURIComponent(url.pathname).replace(/\/+$/, '').split('/');
  const [region, tls] = [url.searchParams.get('region') ?? '', url.searchParams.get('tls')];
  const isWhole = [bucket, region, url.username, url.password].every((part) => part !== '');
  if (!isWhole || (tls !== null && tls !== 'off')) return undefined;
  const prefix = path.length === 0 ? '' : `${path.join('/')}/`;
  return {
    kind: 's3',
    shown: `s3://${url.host}/${bucket}/${prefix}`,
    endpoint: `${tls === 'off' ? 'http' : 'https'}://${url.host}`,
    region,
    bucket,
    prefix,
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  };
}

function sshAddress(url: URL): SshAddress | undefined {
  const user = decodeURIComponent(url.username);
  const folder = decodeURIComponent(url.pathname).replace(/\/+$/, '');
  // A password is nothing for a command line: ssh signs in by a key.
  const isPlain =
    /^[\w.-]+$/.test(user) && /^\/[\w./ -]*\w$/.test(folder) && /^[\w.:[\]-]+$/.test(url.hostname);
  if (!isPlain || url.password !== '' || url.search !== '') return undefined;
  return { kind: 'ssh', shown: url.href, user, host: url.hostname, port: url.port, folder };
}

/** Where sealed backups go beside the folder they are written into; each act throws a BackupError of one line. */
export interface Target {
  /** Its address without secrets. */
  readonly shown: string;
  /** Sends a file under its own name, and compares what arrived with it. */
  send(file: string): Promise<void>;
  /** Names of all that lies there. */
  names(): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
  /** Brings one into a folder. */
  fetch(name: string, folder: string): Promise<void>;
}
