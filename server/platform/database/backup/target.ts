/** A folder of another machine. */
export interface TargetAddress {
  readonly shown: string;
  readonly user: string;
  readonly host: string;
  /** Empty: that of ssh's own settings. */
  readonly port: string;
  /** The whole path, without a slash at its end. */
  readonly folder: string;
}

/** What BACKUP_TARGET may hold. */
export const TARGET_FORM = 'ssh://user@host/folder, with a port after the host where it is another';

/** Reads an address of TARGET_FORM; undefined where it is none. */
export function targetAddress(text: string): TargetAddress | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'ssh:' || url.hash !== '' || url.search !== '') return undefined;
  const user = decodeURIComponent(url.username);
  const folder = decodeURIComponent(url.pathname).replace(/\/+$/, '');
  // A password is nothing for a command line: ssh signs in by a key.
  const isPlain =
    /^[\w.-]+$/.test(user) && /^\/[\w./ -]*\w$/.test(folder) && /^[\w.:[\]-]+$/.test(url.hostname);
  if (!isPlain || url.password !== '') return undefined;
  return { shown: url.href, user, host: url.hostname, port: url.port, folder };
}

/** Where sealed backups go beside the folder they are written into; each act throws a BackupError of one line. */
export interface Target {
  readonly shown: string;
  /** Sends a file under its own name, and compares what arrived with it. */
  send(file: string): Promise<void>;
  /** Names of all that lies there. */
  names(): Promise<string[]>;
  remove(names: readonly string[]): Promise<void>;
  /** Brings one into a folder. */
  fetch(name: string, folder: string): Promise<void>;
}
