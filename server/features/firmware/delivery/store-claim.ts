import type { SignedPermit } from '@aerowatch/domain/firmware/firmware-manifest';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import type { RolloutRow } from '../rollouts/store-rollouts.ts';
import type { FirmwaresTable } from '../schema.ts';

/** The next running update after an id that no other process has locked. */
export async function claimRollout(trx: Trx, after: number): Promise<RolloutRow | undefined> {
  return trx
    .selectFrom('rollouts')
    .selectAll()
    .where('state', '=', 'running')
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export interface DueOffer
  extends Pick<
    Selectable<FirmwaresTable>,
    | 'version'
    | 'size'
    | 'sha256'
    | 'signature'
    | 'signatures'
    | 'minimum_hardware'
    | 'not_before'
    | 'client_id'
    | 'installation'
  > {
  rollout_id: number;
  box_id: number;
  token_sealed: string | null;
  token_expires_at: Date | null;
  permit: SignedPermit | null;
}

/** Updates that a box is offered when it connects: offered, or begun and not verified yet. */
export async function dueOffers(trx: Trx, box: number): Promise<DueOffer[]> {
  const { rows } = await sql<DueOffer>`select rb.rollout_id, rb.box_id, rb.token_sealed, rb.token_expires_at,
      f.version, f.size, f.sha256, f.signature, f.signatures, f.minimum_hardware, f.not_before, f.client_id, f.installation, r.permit
    from rollout_boxes rb join rollouts r on r.id = rb.rollout_id join firmwares f on f.id = r.firmware_id
    where rb.box_id = ${box} and f.withdrawn_at is null and (rb.state = 'offered' and r.state = 'running'
      or rb.state in ('downloading', 'verifying') and r.state in ('running', 'paused', 'stopped'))
    order by r.id desc limit 1 for update of rb`.execute(trx);
  return rows;
}

export async function keepToken(
  trx: Trx,
  offer: DueOffer,
  token: { hash: Buffer; sealed: string; expiresAt: Date },
): Promise<void> {
  await trx
    .updateTable('rollout_boxes')
    .set({ token_hash: token.hash, token_sealed: token.sealed, token_expires_at: token.expiresAt })
    .where('rollout_id', '=', offer.rollout_id)
    .where('box_id', '=', offer.box_id)
    .execute();
}

export interface TokenFile {
  file: string;
  size: number;
  sha256: string;
  version: string;
}

/** The file of a token, while its box is in the update and the token is recent enough. */
export async function fileOfToken(db: Db, hash: Buffer, at: Date): Promise<TokenFile | undefined> {
  const { rows } = await sql<TokenFile>`select f.file, f.size, f.sha256, f.version
    from rollout_boxes rb join rollouts r on r.id = rb.rollout_id join firmwares f on f.id = r.firmware_id
    where rb.token_hash = ${hash} and f.withdrawn_at is null and rb.token_expires_at > ${at}
      and rb.state in ('offered', 'downloading', 'verifying', 'installing') and r.state in ('running', 'paused', 'stopped')`.execute(
    db,
  );
  return rows[0];
}
