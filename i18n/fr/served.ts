export { api } from './api.ts';
export { apiSummaries } from './api-summaries.ts';
export { conditions } from './conditions.ts';
export { diagnostics } from './diagnostics.ts';
export { domain } from './domain.ts';
export { exportTexts } from './export.ts';
export { mail } from './mail.ts';
export { start } from './start.ts';
