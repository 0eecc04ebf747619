import { Readable } from 'node:stream';
import { breather, type Turns } from '../load/turns.ts';
import { nameOf, type Viewer } from '../viewer.ts';
import { Answer } from './route.ts';

/** Characters written at a time: longer text is cut, so that it is encoded and compressed in pieces. */
const PIECE = 1 << 17;

/**
 * A long answer as JSON, written while it is read: unread parts are not produced yet, so a slow reader costs
 * neither memory nor a place. Each piece is produced in its own turn; the first one before the answer begins,
 * so that an error can still become a refusal.
 */
export async function jsonStream(
  pieces: AsyncGenerator<string>,
  turns: Turns,
  viewer: Viewer,
): Promise<Answer> {
  const made = inTurns(pieces, turns, nameOf(viewer));
  const first = await made.next();
  const breathe = breather();
  const all = async function* () {
    if (first.done !== true) yield* cut(first.value, breathe);
    for await (const piece of made) yield* cut(piece, breathe);
  };
  const body = Readable.from(all(), { objectMode: false, highWaterMark: PIECE });
  return new Answer(body, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

async function* inTurns(pieces: AsyncGenerator<string>, turns: Turns, who: string): AsyncGenerator<string> {
  try {
    for (;;) {
      const end = await turns.take(who);
      const next = await pieces.next().finally(end);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await pieces.return(undefined);
  }
}

async function* cut(text: string, breathe: () => Promise<void>): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE) {
    await breathe();
    yield text.slice(at, at + PIECE);
  }
}
