import { Readable } from 'node:stream';
import type { JobHandler } from '../../../hooks.ts';
import { newSecret, sha256 } from '../../../platform/crypto/secrets.ts';
import { transaction } from '../../../platform/database/db.ts';
import { userOf } from '../../../platform/viewer.ts';
import { setLink } from '../../jobs/store.ts';
import { queueMail } from '../../outbox/queue.ts';
import { type ExportPlan, writeExport } from './export.ts';

export interface ExportParams extends Record<string, unknown> {
  readonly plan: ExportPlan;
  readonly filename: string;
  readonly email: boolean;
}

/** Writes an export to a file and sends its user a link to it. */
export const exportJob: JobHandler = async ({ parts, job, viewer, progress }) => {
  const { plan, filename, email } = job.params as ExportParams;
  const name = `exports/${job.id}.${plan.format}`;
  const total = Math.max(1, job.total ?? 1);
  let rows = 0;
  const pieces = writeExport(parts.db, viewer, plan, {
    counted: async (count) => {
      rows += count;
      await progress(rows / total);
    },
    giveWay: parts.load.giveWay,
  });
  const { size } = await parts.files.put(name, Readable.from(pieces));
  if (email) {
    const token = newSecret();
    await transaction(parts.db, async (trx) => {
      await setLink(trx, job.id, sha256(token).toString('hex'));
      const path = `/api/jobs/download/${token}/`;
      await queueMail(trx, {
        kind: 'export',
        userId: userOf(viewer).id,
        path,
        vault: parts.vault,
        name: filename,
        rows,
      });
    });
  }
  return { file: name, result: { rows, bytes: size, filename } };
};
