import type { KeyScope } from '@aerowatch/domain/access';
import type { FirmwareSignature, SignedPermit } from '@aerowatch/domain/firmware-manifest';
import type { Morning } from '@aerowatch/domain/forecast/mornings';
import type { MetricKey } from '@aerowatch/domain/metrics';
import type { ColumnType, Generated } from 'kysely';

/** Types of the tables as migrations make them. Times come as Date, dates as YYYY-MM-DD, int8 as number. */
type Time = ColumnType<Date, Date | string, Date | string>;
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** JSON goes in as text and comes out parsed. */
type Json<T = Record<string, unknown>> = ColumnType<T, string, string>;
type GeneratedJson<T = Record<string, unknown>> = ColumnType<T, string | undefined, string>;

export interface ClientsTable {
  require_second_factor: Generated<boolean>;
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
}
export interface GroupsTable {
  id: number;
  name: string;
}
export interface UsersTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  phone: string | null;
  language: Generated<string>;
  avatar: string | null;
  is_staff: Generated<boolean>;
  is_superuser: Generated<boolean>;
  client_id: number | null;
  is_active: Generated<boolean>;
  /** The password was printed somewhere: the first act is to change it. */
  must_change_password: Generated<boolean>;
  unit_system: Generated<string>;
  theme: Generated<string>;
  time_zone: Generated<string>;
  notify_over: Generated<boolean>;
  repeat_after: Generated<number | null>;
  quiet_from: Generated<string | null>;
  quiet_to: Generated<string | null>;
  week_ahead: Generated<Morning | null>;
  week_ahead_told: Generated<string | null>;
  last_login: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface UserChannelsTable {
  user_id: number;
  channel: string;
  enabled: Generated<boolean>;
  /** Sealed. */
  address: string | null;
  /** What of the address may be seen. */
  shown: string | null;
  format: string | null;
}
export interface UserVisitsTable {
  user_id: number;
  last_at: Time;
  before_at: Time | null;
}
export interface UserGroupsTable {
  user_id: number;
  group_id: number;
}
export interface TokensTable {
  id: Generated<number>;
  hash: Buffer;
  user_id: number;
  created_at: GeneratedTime;
  expires_at: Time;
  /** When the password or a factor was last given to this session. */
  confirmed_at: Date | null;
  /** How it was opened: `password`, `second_factor`, `passkey`, `sso`. */
  method: Generated<string>;
  address: string | null;
  /** The browser as it calls itself. */
  device: string | null;
  last_used_at: Date | null;
  /** Sealed: what the provider is shown when somebody who came by single sign-on leaves. */
  sso_id_token: string | null;
}
export interface TotpFactorsTable {
  user_id: number;
  /** Sealed. */
  secret: string | null;
  confirmed_at: Date | null;
  /** The newest step of 30 s whose code was used. */
  last_step: Generated<number>;
  pending: string | null;
  pending_at: Date | null;
}
export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: Buffer;
  counter: Generated<number>;
  transports: string[];
  created_at: GeneratedTime;
  last_used_at: Date | null;
}
export interface RecoveryCodesTable {
  id: Generated<number>;
  user_id: number;
  /** argon2id, with the salt of all codes of this person. */
  hash: Buffer;
  salt: Buffer;
  used_at: Date | null;
}
export interface ChallengesTable {
  id: Generated<number>;
  hash: Buffer;
  kind: string;
  user_id: number | null;
  address: string;
  data: Json<Record<string, unknown>>;
  tries: Generated<number>;
  expires_at: Time;
}
export interface SsoIdentitiesTable {
  issuer: string;
  sub: string;
  user_id: number;
  linked_at: GeneratedTime;
}
export interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  hash: Buffer;
  created_at: GeneratedTime;
  expires_at: Time;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface EmailChangesTable {
  user_id: number;
  email: string;
  hash: Buffer;
  created_at: GeneratedTime;
  expires_at: Time;
}
export interface ThrottleHitsTable {
  id: Generated<number>;
  scope: string;
  subject: string;
  at: GeneratedTime;
}
export interface ApiKeysTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  client_id: number;
  prefix: string;
  hash: Buffer;
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  expires_at: GeneratedTime;
  scopes: ColumnType<KeyScope[], KeyScope[] | undefined, KeyScope[]>;
  created_by: ColumnType<number | null, number | null | undefined, number | null>;
  /** When its owner was told that it ends soon. */
  told_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface FirmwaresTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  version: string;
  description: Generated<string>;
  client_id: number | null;
  size: number;
  sha256: string;
  signature: string;
  minimum_hardware: string | null;
  not_before: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  /** The vendor's; none: this server signs. */
  signatures: ColumnType<FirmwareSignature[], string | undefined, string>;
  file: string;
}
export interface BoxesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  serial_number: string;
  name: Generated<string>;
  latitude: number | null;
  longitude: number | null;
  client_id: number | null;
  installation_date: string | null;
  comment: Generated<string>;
  line: Generated<string>;
  altitude: number | null;
  temperature_coldest: number | null;
  temperature_hottest: number | null;
  kilometer_point: number | null;
  pole: Generated<string>;
  iccid: Generated<string>;
  secret_hash: Buffer | null;
  /** The password before, while it still counts. */
  previous_secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  previous_secret_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_send: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_contact: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  desired: Json;
  desired_version: Generated<number>;
  desired_at: GeneratedTime;
  desired_fields_at: GeneratedJson;
  reported: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  reported_version: number | null;
  reported_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  refused: GeneratedJson;
  hardware_version: string | null;
  refresh_id: string | null;
  refresh_state: string | null;
  refresh_asked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  refresh_detail: string | null;
  /** Minutes between uploads: as reported, else as desired. Generated. */
  upload_time: ColumnType<number, never, never>;
  /** As reported. Generated. */
  firmware_version: ColumnType<string | null, never, never>;
  /** What a search looks in, in lower case. Generated. */
  search_text: ColumnType<string, never, never>;
  twin_pending_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  twin_refused: Generated<boolean>;
}
export interface BoxConfigurationsTable {
  box_id: number;
  version: number;
  desired: Json;
  user_id: number | null;
  at: GeneratedTime;
}
export interface BoxLedgersTable {
  box_id: number;
  messages: Generated<number>;
  received: Generated<number>;
  stored: Generated<number>;
  merged: Generated<number>;
  duplicates: Generated<number>;
  set_aside: Generated<number>;
  conflicts: Generated<number>;
  nulled: Generated<number>;
  not_kept: Generated<number>;
  /** Stored from files, not sent by the box. */
  imported: Generated<number>;
}
export interface BoxDayCountsTable {
  day: string;
  box_id: number;
  count: number;
}
export interface TagsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  color: string;
  client_id: number;
}
export interface ConfigurationChangesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  user_id: number | null;
  changes: Json;
}
export interface ConfigurationChangeBoxesTable {
  change_id: number;
  box_id: number;
  version: number;
}
export interface BoxTagsTable {
  box_id: number;
  tag_id: number;
}
export interface AerosTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  box_id: number;
  position: number;
  serial_number: Generated<string>;
  model_type: Generated<number>;
  line: Generated<string>;
  track_number: Generated<string>;
  conductor_type: string | null;
  mechanical_tension: number | null;
  regularized_length: number | null;
  expansion_coefficient: number | null;
  stroke_min: number | null;
  stroke_max: number | null;
  pressure_min: number | null;
  pressure_max: number | null;
  temperature_min: number | null;
  temperature_max: number | null;
  battery_min: number | null;
  stroke_min_offset: number | null;
  stroke_max_offset: number | null;
  sami: Generated<string>;
  sami_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
type Values = Record<MetricKey, number | null>;
type PackedValues = Record<MetricKey, (number | null)[] | null>;
/** How many values of a metric a rollup holds, their extremes and their sum (migration 0001). */
type Rollups = { [Metric in MetricKey as `${Metric}_n`]: number } & {
  [Metric in MetricKey as `${Metric}_${'min' | 'max' | 'sum'}`]: number | null;
};
export interface MeasuresTable extends Values {
  time: Time;
  received_at: Time;
  aero_id: number;
}
export interface MeasureLatestTable extends Values {
  aero_id: number;
  time: Time;
  received_at: Time;
}
/** The measures of a closed day; see migration 0040. */
export interface MeasurePacksTable extends PackedValues {
  aero_id: number;
  day: Time;
  count: number;
  step: number;
  shifts: number[];
  received_at: Date[];
}
export interface MeasureDaysTable extends Rollups {
  aero_id: number;
  day: string;
  count: number;
}
export interface MeasureQuartersTable extends Rollups {
  aero_id: number;
  time: Time;
  count: number;
}
/** `month` is its first day as YYYY-MM-DD; `file` the SHA-256 of the file, empty for one of before this was known. */
export interface MeasureArchivedMonthsTable {
  aero_id: number;
  month: string;
  file: Buffer;
}
export interface MeasureDirtyDaysTable {
  aero_id: number;
  day: string;
  marked: Generated<number | null>;
}
/** A value that differs from the stored one; `time` as ISO 8601. */
export interface KeptConflict {
  readonly aero: number;
  readonly position: number;
  readonly time: string;
  readonly metric: MetricKey;
  readonly stored: number;
  readonly refused: number;
}
export interface SetAsideTable {
  id: Generated<number>;
  box_id: number | null;
  client_id: number | null;
  serial_number: string;
  topic: string;
  payload: Buffer;
  reason: string;
  detail: string | null;
  /** One measure rather than a whole message. */
  single: Generated<boolean>;
  received_at: GeneratedTime;
  replayed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  conflict: ColumnType<KeptConflict | null, string | null | undefined, never>;
  /** Passwords and PINs in it were masked. */
  masked: Generated<boolean>;
}
/** How much of a box was set aside on a day (UTC); box 0: of no box. */
export interface SetAsideDaysTable {
  box_id: number;
  day: string;
  bytes: Generated<number>;
  not_kept: Generated<number>;
  not_kept_bytes: Generated<number>;
}
export interface SupervisorsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
  client_id: number;
  enabled: Generated<boolean>;
  joined: Generated<boolean>;
  whole_client: Generated<boolean>;
  ready_made: Generated<boolean>;
  tag_id: Generated<number | null>;
}
/** Boxes that supervisors which follow a client or a tag have to look at. */
export interface SupervisorScopeDueTable {
  id: Generated<number>;
  box_id: number | null;
  supervisor_id: number | null;
}
export interface SupervisorAerosTable {
  supervisor_id: number;
  aero_id: number;
  started_at: GeneratedTime;
}
export interface ConditionsTable {
  id: Generated<number>;
  supervisor_id: number;
  position: number;
  definition: Json;
  started_at: GeneratedTime;
}
export interface AeroDueTable {
  id: Generated<number>;
  aero_id: number;
  from_time: Time;
  created_at: GeneratedTime;
  /** Metrics, as bits, that a datapoint stored before got now. */
  filled: Generated<number>;
}
export interface AeroJudgingTable {
  aero_id: number;
  judged_until: Time;
}
export interface AlertsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  supervisor_id: number | null;
  supervisor_name: string;
  condition_id: number;
  condition: Json;
  aero_id: number;
  box_id: number;
  client_id: number;
  opened_at: Time;
  value: number;
  last_value: number;
  last_at: Time;
  occurrences: Generated<number>;
  cleared_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  late: Generated<boolean>;
  severity: Generated<string>;
  assignee_id: Generated<number | null>;
  mechanism: Generated<string | null>;
  cause: Generated<string | null>;
  flapping: Generated<boolean>;
  silenced: Generated<boolean>;
  silenced_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  silence_id: Generated<number | null>;
  also: Generated<Json>;
  finding: Generated<Json | null>;
  seen_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  seen_by: number | null;
  comment: Generated<string>;
}
export interface EpisodesTable {
  condition_id: number;
  aero_id: number;
  state: Json;
  alert_id: number | null;
}
export interface SamiHistoryTable {
  id: Generated<number>;
  aero_id: number;
  from_level: string;
  to_level: string;
  at: Time;
  created_at: GeneratedTime;
  user_id: number | null;
  supervisor_id: number | null;
  supervisor_name: string | null;
  alert_id: number | null;
  reason: Generated<string>;
}
export interface MessagesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number | null;
  user_id: number | null;
  channel: string;
  kind: string;
  recipient: string;
  subject: Generated<string>;
  payload: GeneratedJson;
  state: Generated<string>;
  attempts: Generated<number>;
  last_error: string | null;
  next_attempt_at: GeneratedTime;
  first_attempt_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  provider_id: string | null;
}
export interface NotificationsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  user_id: number;
  channel: string;
  alert_id: number;
  occurrence: Generated<number>;
  kind: Generated<string>;
  message_id: number | null;
}
export interface RolloutsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  firmware_id: number;
  client_id: number | null;
  state: Generated<string>;
  detail: string | null;
  started_by: number | null;
  wave: Generated<number>;
  waves: Generated<number>;
  manual: Generated<boolean>;
  at_once: Generated<number>;
  stop_percent: Generated<number>;
  /** Failures of the wave that were seen and gone on in spite of. */
  accepted_failures: Generated<number>;
  allow_downgrade: Generated<boolean>;
  reason: Generated<string>;
  permit: ColumnType<SignedPermit | null, string | null | undefined, string | null>;
  approved_by: ColumnType<number | null, number | null | undefined, number | null>;
  approved_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface RolloutBoxesTable {
  rollout_id: number;
  box_id: number;
  wave: number;
  state: Generated<string>;
  progress: Generated<number>;
  detail: string | null;
  token_hash: Buffer | null;
  token_sealed: string | null;
  token_expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  offered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  updated_at: GeneratedTime;
}
export interface CommandsTable {
  id: string;
  box_id: number;
  command: string;
  state: Generated<string>;
  detail: string | null;
  user_id: number | null;
  created_at: GeneratedTime;
  answered_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  sent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface AuditTable {
  id: Generated<number>;
  at: GeneratedTime;
  user_id: number | null;
  client_id: number | null;
  action: string;
  entity: string;
  entity_id: number | null;
  entity_name: Generated<string>;
  changes: GeneratedJson;
  /** Salted hashes of what tells who somebody is, by part. */
  personal: GeneratedJson<Record<string, string>>;
}
export interface AuditPersonalTable {
  audit_id: number;
  part: string;
  person: number | null;
  salt: Buffer;
  content: string;
}
/** Entries that are not chained yet. */
export interface AuditWaitingTable {
  audit_id: number;
}
export interface AuditChainTable {
  seq: number;
  audit_id: number;
  hash: Buffer;
  at: GeneratedTime;
}
/** Last links of what retention took. */
export interface AuditHeadsTable {
  seq: number;
  hash: Buffer;
  entries: number;
  at: GeneratedTime;
}
/** Written by the owner of the database alone. */
export interface AuditSettingsTable {
  retention_days: number | null;
}
/** A view: entries with who they are about. */
export interface AuditToldView {
  id: number;
  at: Time;
  user_id: number | null;
  user_name: string;
  client_id: number | null;
  action: string;
  entity: string;
  entity_id: number | null;
  entity_name: string;
  changes: Json;
  address: string | null;
  device: string | null;
}
export interface ChangeEventsTable {
  id: Generated<number>;
  at: GeneratedTime;
  client_id: number | null;
  user_id: number | null;
  entity: string;
  type: string;
  entity_id: number;
}
export interface JobsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  kind: string;
  /** Who asked for it: a person, or an API key. */
  user_id: ColumnType<number | null, number | null | undefined, number | null>;
  key_id: ColumnType<number | null, number | null | undefined, number | null>;
  client_id: number | null;
  state: Generated<string>;
  progress: Generated<number>;
  total: number | null;
  detail: string | null;
  params: Json;
  file: string | null;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  cancel_asked: Generated<boolean>;
  heartbeat_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}
export interface IdempotencyKeysTable {
  user_key: string;
  key: string;
  method_path: string;
  body_hash: Buffer;
  status: number | null;
  response: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  created_at: GeneratedTime;
}
export interface NotesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  box_id: number;
  aero_id: number | null;
  at: Time;
  text: string;
  kind: Generated<string>;
  user_id: number | null;
}
export interface SavedViewsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  user_id: number;
  /** Whose address it is: `visualization` or `boxes`. */
  screen: Generated<string>;
  name: string;
  query: string;
}
export interface DiagnosticsTable {
  aero_id: number;
  day: string;
  verdict: string;
  findings: Json;
  computed_at: GeneratedTime;
  primary_finding: string | null;
  faults: Generated<string[]>;
  fault: string | null;
  since: Date | null;
  confidence: number | null;
  act: string | null;
  act_by: Date | null;
  loaded_at: Date | null;
}
export interface DiagnosticsAskedTable {
  aero_id: number;
  first_at: GeneratedTime;
  last_at: GeneratedTime;
}
export interface AeroStandingsTable {
  aero_id: number;
  computed_at: GeneratedTime;
  newest: Date;
  standing: Json | null;
  unavailable: string | null;
  first_day: string;
  extremes: Buffer;
  log_hours: number;
  foretold_at: Date | null;
  foretold_day: string | null;
  point_id: number | null;
  factors: Buffer | null;
  replayed_until: Generated<string | null>;
}
export interface WeatherIssuesTable {
  point_id: number;
  day: string;
  issued_at: Date;
  hours: Buffer;
}
export interface ForecastFactorsTable {
  client_id: number;
  factors: Buffer;
}
export interface WeatherPointsTable {
  id: Generated<number>;
  latitude: number;
  longitude: number;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  called_at: Date | null;
  source: string;
}
export interface WeatherDaysTable {
  point_id: number;
  day: string;
  issued_at: Date;
  hours: Buffer;
}
export interface WeatherReceiptsTable {
  id: Generated<number>;
  received_at: GeneratedTime;
  source: string;
  name: string;
  issued_at: Date | null;
  points: Generated<number>;
  hours: Generated<number>;
  problems: Generated<string[]>;
}
export interface ForecastsTable {
  aero_id: number;
  day: string;
  issued_at: Date;
  lead: number;
  basis: string;
  unavailable: string | null;
  temperature_min: number | null;
  temperature_max: number | null;
  low_p05: number | null;
  low_p50: number | null;
  low_p95: number | null;
  high_p05: number | null;
  high_p50: number | null;
  high_p95: number | null;
  margin_hot: number | null;
  margin_cold: number | null;
  stop_hot: number | null;
  stop_cold: number | null;
  chance: number | null;
}
export interface ForecastWeeksTable {
  aero_id: number;
  issued_at: Date;
  basis: string;
  unavailable: string | null;
  first_day: string;
  chances: (number | null)[];
  hot: number;
  coldest: (number | null)[];
  warmest: (number | null)[];
  peak: number | null;
}
export interface ForecastDaysTable {
  aero_id: number;
  day: string;
  leads: Buffer;
  low: number | null;
  high: number | null;
  scored_at: Date | null;
}
export interface ForecastMonthsTable {
  aero_id: number;
  month: string;
  packed: Buffer;
}
export interface ForecastScoresTable {
  client_id: number;
  day: string;
  basis: string;
  lead: number;
  n: number;
  inside: number;
  width: number;
  judged: number;
  brier: number;
  reference: number;
  bin_n: number[];
  bin_chance: number[];
  bin_hits: number[];
}
export interface WorkOrdersTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number;
  box_id: number;
  aero_id: number | null;
  title: Generated<string>;
  description: Generated<string>;
  kind: string;
  source: string;
  alert_id: number | null;
  severity: Generated<string>;
  state: Generated<string>;
  due_on: string | null;
  assignee_id: number | null;
  checklist: GeneratedJson<readonly StoredCheck[]>;
  acts: Generated<string[]>;
  verdict: string | null;
  mechanism: string | null;
  cause: string | null;
  closing_note: Generated<string>;
  external_reference: string | null;
  external_url: string | null;
  created_by: number | null;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_by: number | null;
}
/** A line of a checklist: of the table by its code, or of one's own by its text. */
export interface StoredCheck {
  readonly code: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly note: string;
}
export interface WorkOrderCommentsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  work_order_id: number;
  user_id: number | null;
  text: string;
}
export interface WorkOrderPhotosTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  work_order_id: number;
  user_id: number | null;
  caption: Generated<string>;
  width: number;
  height: number;
  size: number;
  keeps_position: Generated<boolean>;
  picture: Buffer;
}
export interface WebhooksTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number;
  url: string;
  description: Generated<string>;
  events: string[];
  language: string;
  enabled: Generated<boolean>;
  /** Sealed. */
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
  created_by: number | null;
  failures: Generated<number>;
  failing_since: Date | null;
  paused_until: Date | null;
  last_success_at: Date | null;
  last_error: string | null;
  disabled_at: Date | null;
}
export interface WebhookEventsTable {
  id: Generated<number>;
  event_id: Generated<string>;
  at: GeneratedTime;
  client_id: number;
  type: string;
  resource_id: number;
}
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  event_id: number;
  resource: string;
  state: Generated<string>;
  body: string | null;
  attempts: Generated<number>;
  unreachable: Generated<boolean>;
  next_attempt_at: GeneratedTime;
  first_attempt_at: Date | null;
  delivered_at: Date | null;
  last_status: number | null;
  last_error: string | null;
}
export interface WebhookAttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  at: GeneratedTime;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer: Generated<string>;
}
export interface BoxSilencesTable {
  box_id: number;
  client_id: number | null;
  since: Time;
}
export interface ProcessReportsTable {
  id: string;
  at: GeneratedTime;
  report: Json;
}
export interface ReportSubscriptionsTable {
  user_id: number;
  client_id: number;
  /** The last month whose report was sent, YYYY-MM. */
  sent_month: string | null;
}
export interface SettingsTable {
  key: string;
  value: Json;
}

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
