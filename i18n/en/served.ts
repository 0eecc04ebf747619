export { api } from './api.ts';
export { conditions } from './conditions.ts';
export { diagnostics } from './diagnostics.ts';
export { domain } from './domain.ts';
export { exportTexts } from './export.ts';
export { mail } from './mail.ts';
export { reportPdf } from './report-pdf.ts';
export { start } from './start.ts';
export { work } from './work.ts';
/** The summaries in the contracts are English. */
export const apiSummaries: Readonly<Record<string, string>> = {};
