import { alertingModule, alertsModule, silencesModule, supervisorsModule } from './alerting/index.ts';
import { firmwareModule, firmwaresModule, rolloutsModule } from './firmware/index.ts';
import { ingestModule, measuresModule } from './measures/index.ts';
import { aerosModule } from './modules/aeros/index.ts';
import { auditModule } from './modules/audit/index.ts';
import { boxLinksModule } from './modules/box-links/index.ts';
import { boxesModule } from './modules/boxes/index.ts';
import { clientsModule } from './modules/clients/index.ts';
import { dashboardModule } from './modules/dashboard/index.ts';
import { diagnosticsModule } from './modules/diagnostics/index.ts';
import { forecastModule } from './modules/forecast/index.ts';
import { jobsModule } from './modules/jobs/index.ts';
import { keysModule } from './modules/keys/index.ts';
import { lineModule } from './modules/line/index.ts';
import { mcpModule } from './modules/mcp/index.ts';
import { metaModule } from './modules/meta/index.ts';
import { morningModule } from './modules/morning/index.ts';
import { notesModule } from './modules/notes/index.ts';
import { openApiModule } from './modules/openapi/index.ts';
import { operationModule } from './modules/operation/index.ts';
import { retentionModule } from './modules/retention/index.ts';
import { savedViewsModule } from './modules/saved-views/index.ts';
import { searchModule } from './modules/search/index.ts';
import { secondFactorModule } from './modules/second-factor/index.ts';
import { sessionModule } from './modules/session/index.ts';
import { tagsModule } from './modules/tags/index.ts';
import { usersModule } from './modules/users/index.ts';
import { weatherModule } from './modules/weather/index.ts';
import { notificationsModule, notifyModule } from './notify/index.ts';
import type { MakeModule } from './parts.ts';
import { reportsModule } from './reports/index.ts';
import { twinModule } from './twin/index.ts';
import { webhooksModule } from './webhooks/index.ts';
import { workModule } from './work/index.ts';

/** Every part of the product, in the order of their start. One line each. */
export const MODULES: readonly MakeModule[] = [
  aerosModule,
  alertingModule,
  alertsModule,
  auditModule,
  boxesModule,
  boxLinksModule,
  clientsModule,
  diagnosticsModule,
  forecastModule,
  lineModule,
  morningModule,
  ingestModule,
  jobsModule,
  keysModule,
  measuresModule,
  mcpModule,
  metaModule,
  notesModule,
  notificationsModule,
  notifyModule,
  openApiModule,
  operationModule,
  reportsModule,
  retentionModule,
  savedViewsModule,
  searchModule,
  secondFactorModule,
  sessionModule,
  silencesModule,
  supervisorsModule,
  tagsModule,
  usersModule,
  webhooksModule,
  workModule,
  twinModule,
  weatherModule,
  firmwareModule,
  firmwaresModule,
  rolloutsModule,
  dashboardModule,
];
