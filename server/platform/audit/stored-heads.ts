import type { Signer } from '../crypto/signer.ts';
import { type HeadPlaces, headPath, isSigned, mayBePruned, readHeads } from './head-file.ts';
import type { StoredHeads } from './verify.ts';

/** The heads in DATA_DIR and in the second place, if there is one. */
export function readStoredHeads(places: HeadPlaces, signer: Signer, now: Date): StoredHeads {
  const { dataDir, auditHeadCopy, auditRetentionDays } = places;
  const heads = [headPath(dataDir), ...(auditHeadCopy === null ? [] : [auditHeadCopy])].flatMap(readHeads);
  return {
    heads,
    isSigned: (head) => isSigned(head, signer),
    mayBePruned: mayBePruned(auditRetentionDays, now),
  };
}
