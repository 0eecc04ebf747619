import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecondFactorPolicy, SsoRole } from '@aerowatch/domain/access';
import { CHANNEL_KEYS, CHANNELS, type ChannelKey } from '@aerowatch/domain/notifications/channels';
import type { Retention } from '@aerowatch/domain/retention';
import { contradictionOf } from './config/contradictions.ts';
import { type Environment, mergeSettings } from './config/settings-file.ts';
import { RefusedValue, StartError, type Variable } from './config/values.ts';
import { type Role, VARIABLES, type Values } from './config/variables.ts';
import type { NamedKey } from './platform/crypto/vendor-keys.ts';
import type { TargetAddress } from './platform/database/backup/target.ts';
import type { PostgresSettings } from './platform/database/embedded/tuning.ts';
import type { CertificateFiles } from './platform/machine/certificate.ts';

export { StartError } from './config/values.ts';
export { type Role, VARIABLES } from './config/variables.ts';

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly mqttHost: string;
  readonly mqttPort: number;
  readonly mqttsPort: number | null;
  readonly tls: CertificateFiles | null;
  /** Retention in days by kind; null for ever. */
  readonly retention: Retention;
  /** Folder for archived measures. */
  readonly archiveFolder: string;
  /** Folder of the continuous backup of the embedded database. */
  readonly backupContinuous: string | null;
  /** Where each backup into a folder goes too. */
  readonly backupTarget: TargetAddress | null;
  /** Of the embedded database. */
  readonly postgres: { readonly programs: string | null; readonly settings: PostgresSettings };
  /** In bytes; null: derived from the size of the disk. */
  readonly diskFloor: number | null;
  /** PEM. */
  readonly clientCa: string | null;
  readonly mqttUrl: string | null;
  readonly mqttProbeUrl: string | null;
  readonly databaseUrl: string | null;
  /** Null: the same as databaseUrl, or that of the embedded database. */
  readonly databaseOwnerUrl: string | null;
  /** Null: for ever. */
  readonly auditRetentionDays: number | null;
  /** A second file for the signed heads of the audit log; null for none. */
  readonly auditHeadCopy: string | null;
  readonly dataDir: string;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Addresses and CIDRs, in addition to this machine's own. */
  readonly trustedProxies: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly smsUrl: string | null;
  /** Null: no browser notifications. */
  readonly pushContact: string | null;
  /** Webhooks may be inside the network, and use plain http. */
  readonly webhookPrivate: boolean;
  /** By channel, whether its required variable is set. */
  readonly channelsEnabled: Readonly<Record<ChannelKey, boolean>>;
  /** Alerts of one user within this time are one message. */
  readonly notifyGatherSeconds: number;
  /** Null: generated into DATA_DIR. */
  readonly secretKeys: readonly string[] | null;
  readonly mapStyleUrl: string | null;
  readonly mapOverlayUrl: string | null;
  readonly weatherUrl: string | null;
  /** Null without a service. */
  readonly weatherAttribution: string | null;
  readonly weatherFolder: string | null;
  readonly title: string;
  readonly logLevel: string;
  readonly roles: readonly Role[];
  /** Address of clamd; null: uploads are not scanned. */
  readonly scanUrl: string | null;
  /** Calls a second per user or key; null: unlimited. */
  readonly callRate: number | null;
  readonly metricsToken: string | null;
  readonly securityContact: string | null;
  /** The keys that sign firmware, and how many signatures are needed; without keys this server signs. */
  readonly firmware: { readonly keys: readonly NamedKey[]; readonly signatures: number };
  /** Updates of more boxes than this need a second person; null: none do. */
  readonly rolloutApproval: number | null;
  /**
   * Whether an approval by another account of the same person is refused, or only recorded in the audit log.
   */
  readonly rolloutApprovalIndependent: boolean;
  /** Single sign-on; null where it is not set up. */
  readonly oidc: OidcConfig | null;
  /** Who must have a second factor, and after how much inactivity a session ends. */
  readonly sessions: { readonly secondFactor: SecondFactorPolicy; readonly idleMs: number | null };
}

/** An OpenID provider, and how its claims are used. */
export interface OidcConfig {
  readonly issuer: string;
  /** The issuer under which links to accounts are stored, with or without a trailing slash. */
  readonly linkedAs: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly label: string | null;
  readonly claimClient: string | null;
  readonly claimGroups: string | null;
  readonly groups: ReadonlyMap<string, SsoRole>;
  readonly create: boolean;
}

/** Reads the environment; throws a one-line StartError for a wrong or contradictory value. */
export function readConfig(given: Environment): Config {
  const environment = settingsOf(given);
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, spec]) => [
      name,
      read(name, spec as Variable<unknown>, textOf(name, spec as Variable<unknown>, environment)),
    ]),
  ) as Values;
  const contradiction = contradictionOf(values);
  if (contradiction !== undefined) throw new StartError(contradiction);
  return {
    host: values.HOST,
    port: values.PORT,
    mqttHost: values.MQTT_HOST,
    mqttPort: values.MQTT_PORT,
    mqttsPort: values.MQTTS_PORT,
    tls: tlsOf(values),
    retention: values.RETENTION,
    archiveFolder: values.ARCHIVE_FOLDER ?? join(values.DATA_DIR, 'archive'),
    backupContinuous: values.BACKUP_CONTINUOUS,
    backupTarget: values.BACKUP_TARGET,
    postgres: { programs: values.POSTGRES_PROGRAMS, settings: values.POSTGRES_SETTINGS ?? {} },
    diskFloor: values.DISK_FLOOR_MB === null ? null : values.DISK_FLOOR_MB * 1_000_000,
    clientCa: values.MQTT_CLIENT_CA === null ? null : pem('MQTT_CLIENT_CA', values.MQTT_CLIENT_CA),
    mqttUrl: values.MQTT_URL,
    mqttProbeUrl: values.MQTT_PROBE_URL,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    auditHeadCopy: values.AUDIT_HEAD_COPY,
    dataDir: values.DATA_DIR,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    publicUrl: values.PUBLIC_URL ?? ownAddress(values),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    ...tellingOf(values),
    notifyGatherSeconds: values.NOTIFY_GATHER_SECONDS,
    secretKeys: values.SECRET_KEY?.split(',') ?? null,
    mapStyleUrl: values.MAP_STYLE_URL,
    mapOverlayUrl: values.MAP_OVERLAY_URL,
    weatherUrl: values.WEATHER_URL,
    weatherAttribution: values.WEATHER_URL === null ? null : values.WEATHER_ATTRIBUTION,
    weatherFolder: values.WEATHER_FOLDER,
    title: values.PRODUCT_TITLE,
    logLevel: values.LOG_LEVEL,
    roles: values.ROLES,
    scanUrl: values.SCAN_URL,
    callRate: values.CALL_RATE,
    metricsToken: values.METRICS_TOKEN,
    securityContact: values.SECURITY_CONTACT,
    firmware: { keys: values.FIRMWARE_KEYS, signatures: values.FIRMWARE_SIGNATURES },
    rolloutApproval: values.ROLLOUT_APPROVAL,
    rolloutApprovalIndependent: values.ROLLOUT_APPROVAL_INDEPENDENT,
    oidc: oidcOf(values),
    sessions: {
      secondFactor: values.SECOND_FACTOR,
      idleMs: values.SESSION_IDLE === null ? null : values.SESSION_IDLE * 60_000,
    },
  };
}

/** The certificate and its key, where both are given. */
function tlsOf({ TLS_CERT: certPath, TLS_KEY: keyPath }: Values): Config['tls'] {
  if (certPath === null || keyPath === null) return null;
  return { cert: pem('TLS_CERT', certPath), key: pem('TLS_KEY', keyPath), certPath, keyPath };
}

const KNOWN = Object.entries(VARIABLES).flatMap(([name, spec]) =>
  'secret' in spec && spec.secret === true ? [name, `${name}_FILE`] : [name],
);

/** The environment with the settings of SETTINGS_FILE; throws as readConfig does. */
export const settingsOf = (environment: Environment): Environment => mergeSettings(environment, KNOWN);

/** Host and port as written in an address. */
export const authorityOf = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
const ownAddress = ({ HOST, PORT }: Values) => `http://${authorityOf(HOST, PORT)}`;

function oidcOf(values: Values): OidcConfig | null {
  if (values.OIDC_ISSUER === null || values.OIDC_CLIENT_ID === null) return null;
  return {
    issuer: values.OIDC_ISSUER,
    linkedAs: values.OIDC_ISSUER.replace(/\/+$/, ''),
    clientId: values.OIDC_CLIENT_ID,
    clientSecret: values.OIDC_CLIENT_SECRET,
    label: values.OIDC_LABEL,
    claimClient: values.OIDC_CLAIM_CLIENT,
    claimGroups: values.OIDC_CLAIM_GROUPS,
    groups: values.OIDC_GROUPS ?? new Map(),
    create: values.OIDC_CREATE,
  };
}

/** Settings for notifications of users and of other systems. */
function tellingOf(values: Values) {
  return {
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    smsUrl: values.SMS_URL,
    pushContact: values.PUSH_CONTACT,
    webhookPrivate: values.WEBHOOK_PRIVATE,
    channelsEnabled: channelsEnabled(values),
  };
}

/**
 * By channel, whether its required variable is set; naming a variable that does not exist does not compile.
 */
function channelsEnabled(values: Values): Readonly<Record<ChannelKey, boolean>> {
  const isSet = (name: keyof Values | null) => name === null || values[name] !== null;
  return Object.fromEntries(CHANNEL_KEYS.map((key) => [key, isSet(CHANNELS[key].requires)])) as Record<
    ChannelKey,
    boolean
  >;
}

/** The text of a variable. */
const textOf = (name: string, { secret }: Variable<unknown>, environment: Environment): string | undefined =>
  secret === true ? readSecret(name, environment) : environment[name];

/**
 * A secret from the environment, by its name or from the file named by `NAME_FILE`, as vaults, containers and
 * services provide it. Throws StartError if both are set, or the file cannot be read or is empty.
 */
export function readSecret(name: string, environment: Environment): string | undefined {
  const [value, file] = [environment[name], environment[`${name}_FILE`]];
  if (file === undefined || file === '') return value;
  if (value !== undefined && value !== '')
    throw new StartError(`${name} and ${name}_FILE are both set; set one of them.`);
  const held = contentOf(name, file).trimEnd();
  // Treated as "not set", an empty value would start a new database, or create a key, beside the intended
  // one.
  if (held === '')
    throw new StartError(`${name}_FILE holds “${file}”, which is empty; it may hold the path of a file.`);
  return held;
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartError(
      `${name}_FILE holds “${file}”, which cannot be read; it may hold the path of a file.`,
    );
  }
}

function read(name: string, spec: Variable<unknown>, value: string | undefined): unknown {
  if (value === undefined || value === '') return spec.otherwise;
  try {
    return spec.parse(value);
  } catch (error) {
    if (!(error instanceof RefusedValue)) throw error;
    const held =
      spec.secret === true ? 'something else (not shown)' : `“${value.replace(/\s+/g, ' ').slice(0, 100)}”`;
    throw new StartError(`${name} holds ${held}; it may hold ${spec.may}.`);
  }
}

function pem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new StartError(
      `${name} holds “${path}”, which cannot be read; it may hold the path of a PEM file.`,
    );
  }
}
