import type { AerosTables } from './features/aeros/schema.ts';
import type { AlertingTables } from './features/alerting/schema.ts';
import type { AuditTables } from './features/audit/schema.ts';
import type { BoxesTables } from './features/boxes/schema.ts';
import type { ClientsTables } from './features/clients/schema.ts';
import type { CredentialsTables } from './features/credentials/schema.ts';
import type { DiagnosticsTables } from './features/diagnostics/schema.ts';
import type { DutyTables } from './features/duty/schema.ts';
import type { FirmwareTables } from './features/firmware/schema.ts';
import type { ForecastTables } from './features/forecast/schema.ts';
import type { JobsTables } from './features/jobs/schema.ts';
import type { KeysTables } from './features/keys/schema.ts';
import type { MeasuresTables } from './features/measures/schema.ts';
import type { MorningTables } from './features/morning/schema.ts';
import type { NotesTables } from './features/notes/schema.ts';
import type { NotificationsTables } from './features/notifications/schema.ts';
import type { OperationTables } from './features/operation/schema.ts';
import type { OutboxTables } from './features/outbox/schema.ts';
import type { ReportsTables } from './features/reports/schema.ts';
import type { SavedViewsTables } from './features/saved-views/schema.ts';
import type { ScimTables } from './features/scim/schema.ts';
import type { SecondFactorTables } from './features/second-factor/schema.ts';
import type { TagsTables } from './features/tags/schema.ts';
import type { TwinTables } from './features/twin/schema.ts';
import type { UsersTables } from './features/users/schema.ts';
import type { WeatherTables } from './features/weather/schema.ts';
import type { WebhooksTables } from './features/webhooks/schema.ts';
import type { WorkTables } from './features/work/schema.ts';

/**
 * The tables of all features, one line each: declared here so that the platform's `Database` includes them
 * everywhere.
 */
declare module './platform/database/schema.ts' {
  interface Database
    extends AerosTables,
      AlertingTables,
      AuditTables,
      BoxesTables,
      ClientsTables,
      CredentialsTables,
      DiagnosticsTables,
      DutyTables,
      FirmwareTables,
      ForecastTables,
      JobsTables,
      KeysTables,
      MeasuresTables,
      MorningTables,
      NotesTables,
      NotificationsTables,
      OperationTables,
      OutboxTables,
      ReportsTables,
      SavedViewsTables,
      ScimTables,
      SecondFactorTables,
      TagsTables,
      TwinTables,
      UsersTables,
      WeatherTables,
      WebhooksTables,
      WorkTables {}
}
