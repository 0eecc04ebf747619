import type { ReportWriter } from '../../hooks.ts';
import { system } from '../../platform/viewer.ts';
import { clientById } from '../clients/store.ts';
import { type ReportParts, reportName, writeReport } from './report.ts';
import { reportWords } from './words.ts';

/** Writes reports as whole files, for mails. */
export const reportFile =
  (parts: Omit<ReportParts, 'now'>): ReportWriter =>
  async (reading, client, month) => {
    const { name } = await clientById(parts.db, system, client);
    const pieces: Uint8Array[] = [];
    const request = { ...reading, viewer: system, client, month };
    for await (const piece of writeReport({ ...parts, now: Date.now() }, request)) pieces.push(piece);
    return { filename: reportName(reportWords(reading), name, month), content: Buffer.concat(pieces) };
  };
