import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Vault } from '../../crypto/vault.ts';
import type { Db } from '../../database/db.ts';
import { BadRequest, Conflict } from '../../errors.ts';
import type { Viewer } from '../../viewer.ts';
import { freeKey, keepResult, takeKey } from './store-idempotency.ts';

export interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly replayed?: boolean;
}

/** The context to which the encryption of a stored answer is bound. */
export const sealedAnswerAs = (owner: string, key: string) => `idempotency:${owner}:${key}`;

/**
 * Runs `work` once per Idempotency-Key of a caller: the same key with the same body returns the first result
 * for 24 hours, with another body 409. The stored answer is encrypted, because it may contain a secret that
 * is shown once. After a first request that died half-way the key stays used, because its effects are
 * unknown.
 */
export async function once(
  db: Db,
  vault: Vault,
  request: FastifyRequest,
  viewer: Viewer,
  content: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string' || viewer.kind === 'visitor') return work();
  if (key.length === 0 || key.length > 200) throw new BadRequest({ 'Idempotency-Key': ['max_length|200'] });
  const owner = viewer.kind === 'system' ? 'system' : `${viewer.kind}:${viewer.id}`;
  const methodPath = `${request.method} ${request.url.replace(/\/(\?|$)/, '$1')}`;
  const hash = createHash('sha256').update(content).digest();
  const first = await takeKey(db, owner, key, methodPath, hash);
  if (first !== undefined) {
    if (first.method_path !== methodPath || !hash.equals(first.body_hash))
      throw new Conflict('idempotency_key_reused');
    if (first.status === null || first.response === null) throw new Conflict('idempotency_in_progress');
    return {
      status: first.status,
      body: JSON.parse(vault.open(first.response.sealed, sealedAnswerAs(owner, key))),
      replayed: true,
    };
  }
  try {
    const outcome = await work();
    await keepResult(
      db,
      owner,
      key,
      outcome.status,
      vault.seal(JSON.stringify(outcome.body ?? null), sealedAnswerAs(owner, key)),
    );
    return outcome;
  } catch (error) {
    await freeKey(db, owner, key).catch(() => undefined);
    throw error;
  }
}
