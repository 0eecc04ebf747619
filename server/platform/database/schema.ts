import type {
  AeroDueTable,
  AeroJudgingTable,
  AlertsTable,
  ConditionsTable,
  EpisodesTable,
  MessagesTable,
  NotificationsTable,
  SamiHistoryTable,
  SupervisorAerosTable,
  SupervisorScopeDueTable,
  SupervisorsTable,
} from './schema/alerting.ts';
import type {
  AerosTable,
  BoxConfigurationsTable,
  BoxDayCountsTable,
  BoxesTable,
  BoxLedgersTable,
  BoxTagsTable,
  CommandsTable,
  ConfigurationChangeBoxesTable,
  ConfigurationChangesTable,
  FirmwaresTable,
  RolloutBoxesTable,
  RolloutsTable,
  TagsTable,
  WithdrawnListsTable,
} from './schema/boxes.ts';
import type {
  ForecastDaysTable,
  ForecastFactorsTable,
  ForecastMonthsTable,
  ForecastScoresTable,
  ForecastsTable,
  ForecastWeeksTable,
  WeatherDaysTable,
  WeatherIssuesTable,
  WeatherPointsTable,
  WeatherReceiptsTable,
} from './schema/forecast.ts';
import type {
  AeroStandingsTable,
  DiagnosticsAskedTable,
  DiagnosticsTable,
  MeasureArchivedMonthsTable,
  MeasureDaysTable,
  MeasureDirtyDaysTable,
  MeasureLatestTable,
  MeasurePacksTable,
  MeasureQuartersTable,
  MeasuresTable,
  SetAsideDaysTable,
  SetAsideTable,
} from './schema/measures.ts';
import type {
  ApiKeysTable,
  ChallengesTable,
  ClientsTable,
  EmailChangesTable,
  GroupsTable,
  NotesTable,
  PasskeysTable,
  PasswordResetsTable,
  RecoveryCodesTable,
  SavedViewsTable,
  SsoIdentitiesTable,
  ThrottleHitsTable,
  TokensTable,
  TotpFactorsTable,
  UserChannelsTable,
  UserGroupsTable,
  UsersTable,
  UserVisitsTable,
} from './schema/people.ts';
import type {
  AuditChainTable,
  AuditHeadsTable,
  AuditPersonalTable,
  AuditSettingsTable,
  AuditTable,
  AuditToldView,
  AuditWaitingTable,
  ChangeEventsTable,
  FormerPeopleTable,
  IdempotencyKeysTable,
  JobsTable,
  ProcessReportsTable,
  SettingsTable,
} from './schema/records.ts';
import type {
  BoxSilencesTable,
  ReportSubscriptionsTable,
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEventsTable,
  WebhooksTable,
  WorkOrderCommentsTable,
  WorkOrderPhotosTable,
  WorkOrdersTable,
} from './schema/work.ts';

/** The tables as migrations make them; their rows stand by subject in `schema/`. */
export interface Database {
  clients: ClientsTable;
  groups: GroupsTable;
  users: UsersTable;
  user_groups: UserGroupsTable;
  user_visits: UserVisitsTable;
  user_channels: UserChannelsTable;
  tokens: TokensTable;
  totp_factors: TotpFactorsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  challenges: ChallengesTable;
  sso_identities: SsoIdentitiesTable;
  password_resets: PasswordResetsTable;
  email_changes: EmailChangesTable;
  throttle_hits: ThrottleHitsTable;
  api_keys: ApiKeysTable;
  firmwares: FirmwaresTable;
  withdrawn_lists: WithdrawnListsTable;
  boxes: BoxesTable;
  box_configurations: BoxConfigurationsTable;
  box_ledgers: BoxLedgersTable;
  box_day_counts: BoxDayCountsTable;
  tags: TagsTable;
  configuration_changes: ConfigurationChangesTable;
  configuration_change_boxes: ConfigurationChangeBoxesTable;
  box_tags: BoxTagsTable;
  aeros: AerosTable;
  measures: MeasuresTable;
  measure_packs: MeasurePacksTable;
  measure_latest: MeasureLatestTable;
  measure_days: MeasureDaysTable;
  measure_quarters: MeasureQuartersTable;
  measure_dirty_days: MeasureDirtyDaysTable;
  measure_archived_months: MeasureArchivedMonthsTable;
  set_aside: SetAsideTable;
  set_aside_days: SetAsideDaysTable;
  supervisors: SupervisorsTable;
  supervisor_scope_due: SupervisorScopeDueTable;
  supervisor_aeros: SupervisorAerosTable;
  conditions: ConditionsTable;
  aero_due: AeroDueTable;
  aero_judging: AeroJudgingTable;
  alerts: AlertsTable;
  episodes: EpisodesTable;
  sami_history: SamiHistoryTable;
  messages: MessagesTable;
  notifications: NotificationsTable;
  rollouts: RolloutsTable;
  rollout_boxes: RolloutBoxesTable;
  commands: CommandsTable;
  audit: AuditTable;
  audit_personal: AuditPersonalTable;
  audit_waiting: AuditWaitingTable;
  audit_chain: AuditChainTable;
  audit_heads: AuditHeadsTable;
  former_people: FormerPeopleTable;
  audit_settings: AuditSettingsTable;
  audit_told: AuditToldView;
  change_events: ChangeEventsTable;
  jobs: JobsTable;
  idempotency_keys: IdempotencyKeysTable;
  notes: NotesTable;
  saved_views: SavedViewsTable;
  diagnostics: DiagnosticsTable;
  diagnostics_asked: DiagnosticsAskedTable;
  aero_standings: AeroStandingsTable;
  forecasts: ForecastsTable;
  forecast_weeks: ForecastWeeksTable;
  forecast_days: ForecastDaysTable;
  forecast_months: ForecastMonthsTable;
  forecast_scores: ForecastScoresTable;
  process_reports: ProcessReportsTable;
  forecast_factors: ForecastFactorsTable;
  weather_points: WeatherPointsTable;
  weather_days: WeatherDaysTable;
  weather_issues: WeatherIssuesTable;
  weather_receipts: WeatherReceiptsTable;
  report_subscriptions: ReportSubscriptionsTable;
  settings: SettingsTable;
  work_orders: WorkOrdersTable;
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  box_silences: BoxSilencesTable;
  work_order_comments: WorkOrderCommentsTable;
  work_order_photos: WorkOrderPhotosTable;
}
