import { aerosModule } from './features/aeros/index.ts';
import {
  alertingModule,
  alertsModule,
  silencesModule,
  supervisorsModule,
} from './features/alerting/index.ts';
import { auditModule } from './features/audit/index.ts';
import { boxLinksModule } from './features/box-links/index.ts';
import { boxesModule } from './features/boxes/index.ts';
import { clientsModule } from './features/clients/index.ts';
import { dashboardModule } from './features/dashboard/index.ts';
import { diagnosticsModule } from './features/diagnostics/index.ts';
import { dutyModule } from './features/duty/index.ts';
import { firmwareModule, firmwaresModule, rolloutsModule } from './features/firmware/index.ts';
import { forecastModule } from './features/forecast/index.ts';
import { jobsModule } from './features/jobs/index.ts';
import { keysModule } from './features/keys/index.ts';
import { lineModule } from './features/line/index.ts';
import { mcpModule } from './features/mcp/index.ts';
import { ingestModule, measuresModule } from './features/measures/index.ts';
import { metaModule } from './features/meta/index.ts';
import { morningModule } from './features/morning/index.ts';
import { notesModule } from './features/notes/index.ts';
import { notificationsModule, notifyModule } from './features/notifications/index.ts';
import { openApiModule } from './features/openapi/index.ts';
import { operationModule } from './features/operation/index.ts';
import { reportsModule } from './features/reports/index.ts';
import { retentionModule } from './features/retention/index.ts';
import { savedViewsModule } from './features/saved-views/index.ts';
import { scimModule } from './features/scim/index.ts';
import { searchModule } from './features/search/index.ts';
import { secondFactorModule } from './features/second-factor/index.ts';
import { sessionModule } from './features/session/index.ts';
import { tagsModule } from './features/tags/index.ts';
import { twinModule } from './features/twin/index.ts';
import { usersModule } from './features/users/index.ts';
import { weatherModule } from './features/weather/index.ts';
import { webhooksModule } from './features/webhooks/index.ts';
import { workModule } from './features/work/index.ts';
import type { MakeModule } from './parts.ts';

/** Every part of the product, in the order of their start. */
export const MODULES: readonly MakeModule[] = [
  aerosModule,
  alertingModule,
  alertsModule,
  auditModule,
  boxesModule,
  boxLinksModule,
  clientsModule,
  diagnosticsModule,
  dutyModule,
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
  scimModule,
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
