import { resolve } from 'node:path';
import { PROCESS_ROLES, type ProcessRole } from '@aerowatch/contracts/api/operation';
import {
  SECOND_FACTOR_POLICIES,
  type SecondFactorPolicy,
  SSO_ROLES,
  type SsoRole,
} from '@aerowatch/domain/access';
import type { NamedKey } from '../platform/crypto/vendor-keys.ts';
import { LOG_LEVELS } from '../platform/log/log.ts';
import { STORAGE_VARIABLES } from './storage-variables.ts';
import {
  firmwareKeys,
  groupRoles,
  host,
  issuer,
  networks,
  optional,
  port,
  publicUrl,
  refuse,
  smsUrl,
  smtpUrl,
  url,
  variable,
} from './values.ts';

export type Role = ProcessRole;

/** The environment variables. docs/configuration.md is generated from them. */
export const VARIABLES = {
  SETTINGS_FILE: optional({
    parse: (value) => resolve(value),
    may: 'the path of a file',
    doc: 'A file of settings, one `NAME=value` a line, `#` before what is no setting. What the environment sets counts before it. A name that is no setting is refused.',
  }),
  HOST: variable({
    parse: host,
    otherwise: '127.0.0.1',
    may: 'an address or host name',
    doc: 'Address the console and the API listen on.',
  }),
  PORT: variable({
    parse: port,
    otherwise: 8080,
    may: 'a port, 0 to 65535 (0: any free one)',
    doc: 'Port of the console and the API.',
  }),
  MQTT_HOST: variable({
    parse: host,
    otherwise: '127.0.0.1',
    may: 'an address or host name',
    doc: 'Address the embedded broker listens on.',
  }),
  MQTT_PORT: variable({
    parse: port,
    otherwise: 1883,
    may: 'a port, 0 to 65535 (0: any free one)',
    doc: 'Port of the embedded broker.',
  }),
  MQTTS_PORT: variable<number | null>({
    parse: port,
    otherwise: null,
    shown: 'none',
    may: 'a port, 0 to 65535',
    doc: 'Port of the embedded broker for TLS; needs `TLS_CERT` and `TLS_KEY`.',
  }),
  TLS_CERT: optional({
    may: 'the path of a PEM file',
    doc: 'Certificate (with its chain) of the broker’s TLS port. Renewed in its file, it is taken within half a minute, or at once on SIGHUP.',
  }),
  TLS_KEY: optional({ may: 'the path of a PEM file', doc: 'Private key of the broker’s TLS port.' }),
  MQTT_CLIENT_CA: optional({
    may: 'the path of a PEM file',
    doc: 'Authority (or several) whose certificates let boxes in on `MQTTS_PORT` in place of a password; the common name is the serial number.',
  }),
  MQTT_URL: optional({
    parse: url('mqtt:', 'mqtts:'),
    may: 'mqtt://… or mqtts://…',
    secret: true,
    doc: 'Use this external MQTT 5 broker in place of the embedded one (shared subscription). What a box was promised is then that broker’s word.',
  }),
  MQTT_PROBE_URL: optional({
    parse: url('mqtt:', 'mqtts:'),
    may: 'mqtt://box:password@… or mqtts://…',
    secret: true,
    doc: 'The broker of `MQTT_URL` with the account of one box: at the start it is tried whether that account reads or writes what is of other boxes.',
  }),
  ...STORAGE_VARIABLES,
  ADMIN_EMAIL: optional({
    parse: (value) => (/^[^@\s]+@[^@\s]+$/.test(value) ? value : refuse()),
    shown: 'asked for on a terminal, else admin@aerowatch.local',
    may: 'an e-mail address',
    doc: 'E-mail of the first administrator, made when the database has no user.',
  }),
  ADMIN_PASSWORD: optional({
    parse: (value) => (value.length >= 12 && value.length <= 128 ? value : refuse()),
    shown: 'generated, printed once',
    may: '12 to 128 characters',
    secret: true,
    doc: 'Password of the first administrator.',
  }),
  PUBLIC_URL: optional({
    parse: publicUrl,
    shown: 'http://HOST:PORT',
    may: 'http://… or https://…, with a path such as /aerowatch where the console shares its host name (of letters, digits, - . _ ~; not one that begins with /api, /assets, /health, /map or /metrics), without ? and #',
    doc: 'Address people and boxes reach the console at: links in e-mails, firmware downloads. With a path the console, its API and its files are below it.',
  }),
  TRUSTED_PROXIES: variable<readonly string[] | null>({
    parse: networks,
    otherwise: null,
    shown: 'this machine',
    may: 'a comma list of addresses and CIDRs, such as 10.0.0.5,10.1.0.0/16,fd00::/8',
    doc: 'Reverse proxies and balancers, beside those on this machine, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed; boxes that come through them are not limited by address.',
  }),
  SECOND_FACTOR: variable<SecondFactorPolicy>({
    parse: (value) => SECOND_FACTOR_POLICIES.find((policy) => policy === value) ?? refuse(),
    otherwise: 'optional',
    may: SECOND_FACTOR_POLICIES.join(', '),
    doc: 'Who must have a second factor: nobody, administrators, privileged users too, everybody. A client can ask for it of its own people.',
  }),
  OIDC_ISSUER: optional({
    parse: issuer,
    may: 'https://…, the issuer as its discovery document says it (http:// on this machine alone)',
    doc: 'OpenID provider for single sign-on ([operations](operations.md#single-sign-on)). Needs `OIDC_CLIENT_ID`; its redirect address is `PUBLIC_URL/sso`.',
  }),
  OIDC_CLIENT_ID: optional({
    may: 'what the provider calls this console',
    doc: 'This console at the provider.',
  }),
  OIDC_CLIENT_SECRET: optional({
    shown: 'none: a public client, by PKCE alone',
    may: 'the secret that the provider gave',
    secret: true,
    doc: 'Its secret there.',
  }),
  OIDC_LABEL: optional({
    parse: (value) => (value.trim() !== '' && value.length <= 60 ? value.trim() : refuse()),
    shown: 'the words for single sign-on',
    may: '1 to 60 characters',
    doc: 'What people call the provider, on the button of the sign-in: “Sign in with …”.',
  }),
  OIDC_CLAIM_CLIENT: optional({
    may: 'the name of a claim; parts by dots',
    doc: 'Claim that holds the name of the client somebody belongs to, taken over at each sign-in. Without it administrators choose clients.',
  }),
  OIDC_CLAIM_GROUPS: optional({
    may: 'the name of a claim; parts by dots, such as realm_access.roles',
    doc: 'Claim that holds somebody’s groups, taken over at each sign-in by `OIDC_GROUPS`.',
  }),
  OIDC_GROUPS: variable<ReadonlyMap<string, SsoRole> | null>({
    parse: groupRoles,
    otherwise: null,
    shown: 'none',
    may: `a comma list of name=role, with the roles ${Object.keys(SSO_ROLES).join(', ')}`,
    doc: 'Which group of the provider is which role; who is in none of them is refused. Without it administrators choose roles.',
  }),
  OIDC_CREATE: variable({
    parse: (value) => (['true', 'false'].includes(value) ? value === 'true' : refuse()),
    otherwise: false,
    may: 'true or false',
    doc: 'Makes an account for who comes by single sign-on and has none; as an observer where groups say nothing.',
  }),
  SESSION_IDLE: variable<number | null>({
    parse: (value) =>
      /^\d{1,3}$/.test(value) && Number(value) >= 5 && Number(value) <= 360 ? Number(value) : refuse(),
    otherwise: null,
    shown: 'none',
    may: 'minutes, 5 to 360',
    doc: 'A session that nobody used for so long ends, such as `120`. Without it only the six hours count.',
  }),
  SMTP_URL: optional({
    parse: smtpUrl,
    may: 'smtp://… or smtps://…; after smtp:// also ?starttls=optional',
    secret: true,
    doc: 'Mail server. Without it messages stay in the outbox, which Settings shows as not sent. A server on another machine must offer STARTTLS (or be smtps://), else nothing is sent: links and passwords would go in clear. `?starttls=optional` takes it as it is.',
  }),
  MAIL_FROM: optional({
    parse: (value) => (/@/.test(value) ? value : refuse()),
    shown: 'the product title at the host of PUBLIC_URL',
    may: 'an e-mail address, or Name <address>',
    doc: 'Sender of e-mails.',
  }),
  SMS_URL: optional({
    parse: smsUrl,
    may: 'https://…, http://…, twilio://SID:TOKEN@FROM, or ovh://KEY:SECRET@ACCOUNT?consumer_key=…&sender=…',
    secret: true,
    doc: 'SMS gateway: Twilio, OVH, or any that takes a POST of JSON `{to, text, id}`. Without it SMS stay in the outbox.',
  }),
  PUSH_CONTACT: optional({
    parse: (value) => (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) ? value : refuse()),
    may: 'mailto:somebody@example.org, or an https address',
    doc: 'Whom push services may ask about this console (RFC 8292). With it people can be notified in their browsers, also while the console is closed; `PUBLIC_URL` must be https then. Without it the channel is off.',
  }),
  WEBHOOK_PRIVATE: variable({
    parse: (value) => (['true', 'false'].includes(value) ? value === 'true' : refuse()),
    otherwise: false,
    may: 'true or false',
    doc: 'Lets webhooks that people give lie inside: loopback, link-local and private addresses, and `http://`. Leave it out where people who may sign in must not reach what the server can reach.',
  }),
  NOTIFY_GATHER_SECONDS: variable({
    parse: (value) => (/^\d{1,3}$/.test(value) && Number(value) <= 600 ? Number(value) : refuse()),
    otherwise: 60,
    may: 'seconds, 0 to 600',
    doc: 'Alerts of one user within this time become one message; the first waits at most this long.',
  }),
  SECRET_KEY: optional({
    parse: (value) => (value.split(',').every((key) => key.length >= 16) ? value : refuse()),
    shown: 'generated into DATA_DIR, mode 0600',
    may: '16 characters or more; `new,old` to rotate',
    secret: true,
    doc: 'Encrypts secrets at rest. With several, the first encrypts and all decrypt.',
  }),
  MAP_STYLE_URL: optional({
    parse: (value) => (value.startsWith('/') || /^https?:\/\//.test(value) ? value : refuse()),
    shown: 'bundled',
    may: 'the address of a MapLibre style or of raster tiles ({z}/{x}/{y})',
    doc: 'Base map.',
  }),
  MAP_OVERLAY_URL: optional({
    parse: (value) => (value.startsWith('/') || /^https?:\/\//.test(value) ? value : refuse()),
    shown: 'bundled',
    may: 'the address of raster tiles ({z}/{x}/{y}) or of a style',
    doc: 'Railway overlay on the map.',
  }),
  WEATHER_URL: optional({
    parse: url('https:', 'http:'),
    may: 'https://… or http://…',
    secret: true,
    doc: 'Weather service as Open-Meteo serves it, such as `https://api.open-meteo.com/v1/forecast`: asked every three hours for the places of the boxes (to a tenth of a degree), and for nothing else. Without it, and without files, forecasts go by each AERO’s own climate.',
  }),
  WEATHER_ATTRIBUTION: variable({
    parse: (value) => (value.length <= 200 ? value : refuse()),
    otherwise: 'Open-Meteo.com (CC BY 4.0)',
    may: 'up to 200 characters',
    doc: 'Whom `WEATHER_URL` asks to be named, shown beside forecasts.',
  }),
  WEATHER_FOLDER: optional({
    parse: (value) => resolve(value),
    may: 'the path of a folder that can be written',
    doc: 'Weather files dropped there (CSV or JSON lines, docs/forecast.md) are read within a minute and moved to `done/` or `refused/`.',
  }),
  PRODUCT_TITLE: variable({
    parse: (value) => (value.trim().length > 0 && value.length <= 60 ? value.trim() : refuse()),
    otherwise: 'AeroWatch',
    may: '1 to 60 characters',
    doc: 'The product title.',
  }),
  LOG_LEVEL: variable({
    parse: (value) => ((LOG_LEVELS as readonly string[]).includes(value) ? value : refuse()),
    otherwise: 'info',
    may: LOG_LEVELS.join(', '),
    doc: 'Least level that is logged.',
  }),
  ROLES: variable<readonly Role[]>({
    parse: roles,
    otherwise: PROCESS_ROLES,
    shown: 'all',
    may: `a comma list of ${PROCESS_ROLES.join(', ')}, or all`,
    doc: 'What this process does: answers the console and the API (`web`), receives from boxes (`ingest`), judges, sends, computes (`worker`).',
  }),
  FIRMWARE_KEYS: variable<readonly NamedKey[]>({
    parse: firmwareKeys,
    otherwise: [],
    shown: 'none: this server signs with its own key',
    may: 'Ed25519 public keys in base64, one a line (or separated by commas), each once',
    doc: 'Public keys of who makes the firmware. With them an upload brings a manifest signed away from this server (`npm run firmware -- sign`).',
  }),
  FIRMWARE_SIGNATURES: variable({
    parse: (value) => (/^\d{1,2}$/.test(value) && Number(value) >= 1 ? Number(value) : refuse()),
    otherwise: 1,
    may: '1 to 99',
    doc: 'How many different ones of `FIRMWARE_KEYS` must have signed a firmware.',
  }),
  ROLLOUT_APPROVAL: variable<number | null>({
    parse: (value) => (/^\d{1,6}$/.test(value) ? Number(value) : refuse()),
    otherwise: null,
    shown: 'none',
    may: 'a number of boxes, 0 to 999999',
    doc: 'A firmware update of more boxes than this starts once a second privileged person has approved it.',
  }),
  ROLLOUT_APPROVAL_INDEPENDENT: variable({
    parse: (value) => (['true', 'false'].includes(value) ? value === 'true' : refuse()),
    otherwise: false,
    may: 'true or false',
    doc: 'Whether that second person must have an account that does not go back to the same hand: see `docs/access.md`. Unless set, such an approval counts, and the audit log says so.',
  }),
  CALL_RATE: variable<number | null>({
    parse: (value) => {
      if (value === 'off') return null;
      return /^\d{1,5}$/.test(value) && Number(value) >= 5 ? Number(value) : refuse();
    },
    otherwise: 1000,
    may: 'calls a second, 5 to 99999, or off',
    doc: 'How many calls a second a person or an API key may make of each process in the long run, a fifth of them changes; those of thirty seconds may come at once. What is beyond answers 429 with `Retry-After`.',
  }),
  SCAN_URL: optional({
    parse: (value) => {
      const isSocket = value.startsWith('clamd:///');
      // The URL parser requires a host.
      const read = url('clamd:')(isSocket ? value.replace('clamd:///', 'clamd://socket/') : value);
      const { pathname, search, hash } = new URL(read);
      const hasPath = !['', '/'].includes(pathname);
      return search === '' && hash === '' && hasPath === isSocket ? value : refuse();
    },
    may: 'clamd://host:3310, or clamd:///path/of/the/socket',
    doc: 'A virus scanner (clamd of ClamAV) that looks at every upload before anything reads it. While it does not answer, uploads are refused with 503. Its `StreamMaxLength` must take your largest file (firmware: 64 MiB); what is larger is refused with 413.',
  }),
  SECURITY_CONTACT: optional({
    parse: (value) => (/^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s/]+\S*)$/.test(value) ? value : refuse()),
    may: 'mailto:security@example.org, or https://…',
    doc: 'Whom to tell of a weakness: served at `/.well-known/security.txt` (RFC 9116).',
  }),
  METRICS_TOKEN: optional({
    parse: (value) => (value.length >= 16 ? value : refuse()),
    may: '16 characters or more',
    secret: true,
    doc: 'Lets `/metrics` be read from other machines, as `Authorization: Bearer …`.',
  }),
} as const;

function roles(value: string): readonly Role[] {
  if (value.trim() === 'all') return PROCESS_ROLES;
  const names = value.split(',').map((name) => name.trim());
  return names.length > 0 && names.every((name) => (PROCESS_ROLES as readonly string[]).includes(name))
    ? [...new Set(names as Role[])]
    : refuse();
}

/** The parsed values, by the names of the variables. */
export type Values = {
  readonly [Name in keyof typeof VARIABLES]:
    | ReturnType<(typeof VARIABLES)[Name]['parse']>
    | (typeof VARIABLES)[Name]['otherwise'];
};
