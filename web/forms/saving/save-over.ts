import { ifMatchOf, type Versioned } from '@aerowatch/contracts/version';
import type { Result } from '../../lib/api/result.ts';
import { changedFields } from '../../lib/changed.ts';

/** The fields of a resource that a form writes. */
export type Written = Readonly<Record<string, unknown>>;

export interface Saving<Item, Answer> {
  written: (item: Item) => Written;
  /** The resource as it is stored now. */
  read: () => Promise<Result<Item>>;
  /** Sends the change, with If-Match. */
  send: (etag: string) => Promise<Result<Answer>>;
}
/** Either the server's answer, or what somebody else stored in the meantime: then nothing was written. */
export type Saved<Item, Answer> = { result: Result<Answer>; theirs: null } | { result: null; theirs: Item };

/** How often other parts of the resource may change in between. */
const ATTEMPTS = 3;

/**
 * Saves over the version that was shown (412 otherwise). If only fields that the form does not write have
 * changed, it sends again over the stored version; if somebody else changed the same fields, it returns
 * theirs.
 */
export async function saveOver<Item extends Versioned, Answer>(
  base: Item,
  { written, read, send }: Saving<Item, Answer>,
): Promise<Saved<Item, Answer>> {
  let over = base;
  for (let attempt = 1; ; attempt += 1) {
    const result = await send(ifMatchOf(over));
    if (result.ok || result.status !== 412) return { result, theirs: null };
    const now = await read();
    if (!now.ok) return { result: now, theirs: null };
    if (changedFields(written(base), written(now.data)).length > 0) return { result: null, theirs: now.data };
    if (attempt === ATTEMPTS) return { result, theirs: null };
    over = now.data;
  }
}
