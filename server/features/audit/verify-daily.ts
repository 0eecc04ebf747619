import type { Parts } from '../../parts.ts';
import { claimVerification, noteVerification } from '../../platform/audit/store-verification.ts';
import { readStoredHeads } from '../../platform/audit/stored-heads.ts';
import { verifyChain } from '../../platform/audit/verify.ts';

/** Checks the whole audit log once a day, so that a change causes a warning without anybody looking. */
export async function verifyDaily({
  db,
  log,
  clock,
  config,
  signer,
}: Pick<Parts, 'db' | 'log' | 'clock' | 'config' | 'signer'>): Promise<void> {
  const now = clock.date();
  if (!(await claimVerification(db, now))) return;
  const { entries, problems } = await verifyChain(db, readStoredHeads(config, signer, now));
  await noteVerification(db, { at: now.toISOString(), entries, problems: problems.length });
  for (const problem of problems) log.error({ problem }, 'the audit log does not hold');
}
