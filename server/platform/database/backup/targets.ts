import { BackupError } from './backup-error.ts';
import { newestOf, oldOf } from './rotation.ts';
import { rsyncTarget } from './rsync-target.ts';
import { s3Target } from './s3-target.ts';
import type { Target, TargetAddress } from './target.ts';

/** The target at an address. */
export const targetAt = (address: TargetAddress): Target =>
  address.kind === 's3' ? s3Target(address) : rsyncTarget(address);

/** Sends a backup, then removes the oldest of those that lie there beyond so many. Returns the removed ones. */
export async function sendTo(target: Target, file: string, keep: number): Promise<string[]> {
  await target.send(file);
  const old = oldOf(await target.names(), keep);
  if (old.length > 0) await target.remove(old);
  return old;
}

/** Brings the newest backup of a target into a folder; returns its name. */
export async function fetchNewest(target: Target, folder: string): Promise<string> {
  const name = newestOf(await target.names());
  if (name === undefined) throw new BackupError(`${target.shown} holds no backup`);
  await target.fetch(name, folder);
  return name;
}
