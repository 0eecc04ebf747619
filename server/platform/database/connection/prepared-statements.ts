import { createHash } from 'node:crypto';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from './hosts.ts';

/** Prefix of statements that connections keep prepared. */
export const PREPARED_HINT = '/* kept */';
/**
 * Prefix of statements `copy (…) to stdout`, which return one row of one column, `bytes`: the whole output.
 * They take no parameters, and the output must be known to be short.
 */
export const COPY_HINT = '/* copied */';
/** Statements kept by one connection: each takes some 100 kB in the database. */
const MAX_STATEMENTS = 48;

/**
 * A connection that prepares marked statements once and then calls them by name: for long statements with few
 * rows, parsing and planning take as long as running. Beyond a limit of texts, others are not prepared.
 * Statements with the copy prefix return the output of a COPY.
 */
export class PreparingClient extends DatabaseClient {
  readonly #names = new Map<string, string>();

  // The base class has a dozen overloads; only the one that Kysely calls, text with values, is handled.
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
