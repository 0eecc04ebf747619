import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { ApiError, BadRequest, PayloadTooLarge } from '../../errors.ts';
import type { Log } from '../../log/log.ts';

/** Time without an answer from the scanner after which a file counts as not scanned. */
const SILENCE_MS = 60_000;
const PIECE = 64 * 1024;

/** Scans a file before anything reads it. */
export interface Scanner {
  /**
   * Throws 400 `file_infected` at the field; an unscanned file is refused: 413 `scanner_too_large` if it is
   * too large for the scanner, else 503 `scanner_unreachable`.
   */
  check(path: string, field: string): Promise<void>;
}

/** Address of clamd: `clamd://host:port`, or `clamd:///path/of/its/socket`. */
export function scannerAddress(url: string): NetConnectOpts {
  const { hostname, port, pathname } = new URL(url);
  if (hostname === '') return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
}

/** The scanner at an address; null: files are accepted unscanned. */
export function makeScanner(url: string | null, log: Log): Scanner {
  if (url === null) return { check: async () => undefined };
  const address = scannerAddress(url);
  return {
    async check(path, field) {
      const said = await ask(address, path).catch((error: Error) => `${error.message} ERROR`);
      if (/: OK$/.test(said)) return;
      const [, name] = /: (.*) FOUND$/.exec(said) ?? [];
      log.warn(
        { said: said.slice(0, 200) },
        name === undefined ? 'a file was not scanned' : 'a file is infected',
      );
      // Retrying does not help, but raising clamd's `StreamMaxLength` does.
      if (said.startsWith('INSTREAM size limit exceeded')) throw new PayloadTooLarge('scanner_too_large');
      if (name === undefined)
        throw new ApiError(503, 'scanner_unreachable', 'scanner_unreachable', { 'Retry-After': '60' });
      throw new BadRequest({ [field]: [`file_infected|${name.replaceAll('|', ' ').slice(0, 100)}`] });
    },
  };
}

/**
 * INSTREAM of clamd: pieces preceded by their length, an empty one at the end; returns its answer of one
 * line.
 */
async function ask(address: NetConnectOpts, path: string): Promise<string> {
  const socket = connect(address);
  try {
    const answer = answerOf(socket);
    answer.catch(() => undefined);
    await Promise.race([send(socket, path), answer]).catch((error: Error) => {
      // It accepts no more: its answer, which may have come before, contains the reason.
      if (!socket.destroyed) throw error;
    });
    return await answer;
  } finally {
    socket.destroy();
  }
}

async function send(socket: Socket, path: string): Promise<void> {
  const write = (piece: Buffer | string) =>
    new Promise<void>((done, failed) => socket.write(piece, (error) => (error ? failed(error) : done())));
  await write('zINSTREAM\0');
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((piece as Buffer).length);
    await write(Buffer.concat([length, piece as Buffer]));
  }
  await write(Buffer.alloc(4));
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((done, failed) => {
    let said = '';
    socket.setTimeout(SILENCE_MS, () => failed(new Error('timeout')));
    socket.on('data', (piece) => {
      said += piece.toString('utf8');
      const end = said.indexOf('\0');
      if (end >= 0) done(said.slice(0, end).trim());
      else if (said.length > 4096) failed(new Error('no answer of clamd'));
    });
    socket.on('error', failed);
    socket.on('close', () => failed(new Error('closed')));
  });
}
