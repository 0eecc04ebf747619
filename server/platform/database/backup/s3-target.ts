import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import { BackupError } from './backup-error.ts';
import type { S3Address, Target } from './target.ts';

/** Of a piece, which is held in memory; 10,000 of them are what S3 takes as one object. */
const PIECE = 16 * 1024 * 1024;
const MOST_PIECES = 10_000;

/** Objects below the prefix of a bucket. */
export function s3Target(address: S3Address): Target {
  const { shown, prefix, endpoint: endPoint, region, bucket, accessKey, secretKey } = address;
  const client = new S3Client({ endPoint, region, bucket, accessKey, secretKey });
  const contentOf = async (name: string) =>
    Readable.fromWeb((await client.getObject(`${prefix}${name}`)).body as ReadableStream<Uint8Array>);
  const send = async (file: string) => {
    const { size } = statSync(file);
    const partSize = Math.max(PIECE, Math.ceil(size / MOST_PIECES));
    const name = basename(file);
    const content = Readable.toWeb(createReadStream(file)) as never;
    await client.putObject(`${prefix}${name}`, content, { size, partSize });
    const sent = await sha256(createReadStream(file));
    if (sent !== (await sha256(await contentOf(name))))
      throw new BackupError(`what arrived at ${shown} is not what was sent`);
  };
  const names = async () => {
    const found: string[] = [];
    for await (const { key } of client.listObjects({ prefix })) found.push(key.slice(prefix.length));
    return found;
  };
  const remove = async (gone: readonly string[]) => {
    for (const name of gone) await client.deleteObject(`${prefix}${name}`);
  };
  const fetch = async (name: string, folder: string) => {
    const draft = join(folder, `${name}.part`);
    try {
      await pipeline(await contentOf(name), createWriteStream(draft, { mode: 0o600, flush: true }));
      renameSync(draft, join(folder, name));
    } finally {
      rmSync(draft, { force: true });
    }
  };
  const inOneLine =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    (...args: A) =>
      act(...args).catch((error: unknown) => refused(shown, error));
  return {
    shown,
    send: inOneLine(send),
    names: inOneLine(names),
    remove: inOneLine(remove),
    fetch: inOneLine(fetch),
  };
}

/** What the storage, or the way to it, says. */
function refused(shown: string, error: unknown): never {
  if (error instanceof BackupError) throw error;
  const { code, message, cause } = error as Error & { code?: string; cause?: Error & { code?: string } };
  const why = cause?.code ?? cause?.message ?? [code, message].filter(Boolean).join(': ');
  throw new BackupError(`${shown} refuses, or does not answer (${why.replaceAll(/\s+/g, ' ')})`);
}

async function sha256(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}
