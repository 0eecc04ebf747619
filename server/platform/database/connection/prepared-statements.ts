import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** How a statement begins that connections shall keep parsed and planned. */
export const PREPARED_HINT = '/* kept */';
/**
 * How a statement `copy (…) to stdout` begins, which has one row of one column, `bytes`: all that it wrote.
 * It takes no parameters, and only what is known to be short may be asked for.
 */
export const COPY_HINT = '/* copied */';
/** Statements kept by one connection: each costs the database some 100 kB. */
const MAX_STATEMENTS = 48;

/**
 * A connection that prepares statements marked as kept once and calls them by name from then on: parsing
 * and planning take as long as running them does where they are long and their rows few. Beyond a bounded
 * number of texts the others go unprepared. Statements marked as copied answer what a COPY writes.
 */
export class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>();

  // The base class has a dozen overloads; only the one that Kysely calls, text with values, is looked at.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text === 'string' && text.startsWith(COPY_HINT)) return this.#copied(text);
    const name = typeof text === 'string' && text.startsWith(PREPARED_HINT) ? this.#nameOf(text) : undefined;
    const call = super.query as (...all: unknown[]) => unknown;
    return name === undefined
      ? call.apply(this, args)
      : call.apply(this, [{ name, text, values }, ...args.slice(2)]);
  }

  async #copied(text: string): Promise<{ command: string; rows: [{ bytes: Buffer }] }> {
    const chunks: Buffer[] = [];
    for await (const chunk of super.query(copyTo(text))) chunks.push(chunk);
    return { command: 'COPY', rows: [{ bytes: Buffer.concat(chunks) }] };
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_STATEMENTS) return known;
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#names.set(text, name);
    return name;
  }
}
