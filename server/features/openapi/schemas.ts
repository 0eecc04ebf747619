import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { z } from 'zod';

export type Json = Record<string, unknown>;

/** The resources: each is the answer of an endpoint, or an item of it at a path of properties. */
const NOUNS: Readonly<Record<string, readonly [endpoint: string, ...path: string[]]>> = {
  User: ['me.get'],
  SignedIn: ['auth.second_factor'],
  Session: ['me.sessions', 'results'],
  Passkey: ['me.passkeys', 'results'],
  Invitation: ['users.invite'],
  ScimToken: ['scim_tokens.list'],
  SsoRoundTrip: ['auth.sso_begin'],
  PushBrowser: ['me.push', 'browsers'],
  Group: ['groups.list'],
  Client: ['clients.get'],
  Box: ['boxes.get'],
  Configuration: ['boxes.get', 'desired'],
  Twin: ['boxes.get', 'twin'],
  Refresh: ['boxes.refresh'],
  BoxLink: ['box_links.list'],
  ConfigurationVersion: ['boxes.configurations'],
  ConfigurationChange: ['configuration_changes.list'],
  ConfigurationChangeCounts: ['configuration_changes.list', 'counts'],
  Aero: ['aeros.get'],
  SamiChange: ['aeros.sami_history'],
  Standing: ['aeros.at', 'results', 'model'],
  Measure: ['measures.boxes', 'measures'],
  Series: ['measures.series'],
  Job: ['jobs.get'],
  Note: ['notes.get'],
  SetAsideMessage: ['set_aside.list'],
  Diagnosis: ['diagnostics.list'],
  Finding: ['diagnostics.list', 'findings'],
  Precision: ['diagnostics.precision'],
  Forecast: ['forecast.list'],
  ForecastSkill: ['forecast.skill', 'results'],
  Quantiles: ['aeros.at', 'results', 'stroke'],
  HotAndCold: ['aeros.at', 'results', 'reaches'],
  WeatherReceipt: ['weather.get', 'receipts'],
  WeatherEpisode: ['weather.get', 'episodes'],
  Alert: ['alerts.get'],
  AlertComment: ['alerts.comment'],
  AlertEvent: ['alerts.timeline'],
  Supervisor: ['supervisors.get'],
  ListedSupervisor: ['supervisors.list'],
  Condition: ['supervisors.get', 'conditions'],
  Silence: ['silences.get'],
  WorkOrder: ['work_orders.get'],
  Matter: ['work_orders.inbox', 'results', 'matter'],
  Notice: ['notices.list', 'results'],
  MatterEvent: ['work_orders.history'],
  WorkOrderComment: ['work_orders.comment'],
  WorkOrderPhoto: ['work_orders.photo'],
  Firmware: ['firmwares.get'],
  Rollout: ['rollouts.get'],
  Tag: ['tags.get'],
  DutyRoster: ['duty_rosters.get'],
  Key: ['keys.get'],
  SavedView: ['saved_views.list'],
  Webhook: ['webhooks.get'],
  WebhookDelivery: ['webhooks.deliveries'],
  Notification: ['notifications.retry'],
  AuditEntry: ['audit.list'],
  SearchResult: ['console.search', 'results'],
  MorningRow: ['console.morning', 'results'],
};

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/** The schema behind lists, pages, null and absence. */
function itemOf(schema: z.ZodType): z.ZodType {
  const { shape, element, innerType } = definitionOf(schema);
  const inner = element ?? innerType ?? ('next' in (shape ?? {}) ? shape?.results : undefined);
  return inner === undefined ? schema : itemOf(inner);
}

function nounSchema([name, ...path]: readonly [string, ...string[]]): z.ZodType {
  const response = ENDPOINTS.find((endpoint) => endpoint.name === name)?.response as z.ZodType | undefined;
  const found = path.reduce<z.ZodType | undefined>((schema, property) => {
    const next = schema === undefined ? undefined : definitionOf(schema).shape?.[property];
    return next === undefined ? undefined : itemOf(next);
  }, response && itemOf(response));
  if (found === undefined) throw new Error(`No answer ${[name, ...path].join('.')} to name`);
  return found;
}

/** Resources that are named schemas of the document. */
const NAMED: ReadonlyMap<unknown, string> = new Map(
  Object.entries(NOUNS).map(([noun, at]) => [nounSchema(at), noun]),
);
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A schema of the contract as JSON Schema; the named resources inside it become references. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const name = NAMED.get(schema);
  return name !== undefined && io === 'output' ? refTo(name) : convert(schema, io);
}

/** The named resources. */
export function namedSchemas(): Record<string, Json> {
  return Object.fromEntries(
    [...NAMED].map(([schema, name]) => [name, convert(schema as z.ZodType, 'output')]),
  );
}

function convert(root: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(root, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      nameKeys(jsonSchema as Json);
      dropNoise(jsonSchema as Json);
      const name = NAMED.get(zodSchema);
      if (name === undefined || (zodSchema as unknown) === root || io === 'input') return;
      for (const word of Object.keys(jsonSchema)) delete (jsonSchema as Json)[word];
      Object.assign(jsonSchema, refTo(name));
    },
  }) as Json;
  return json;
}

/** A record with fixed keys becomes an object with these properties, which readers and linters understand. */
function nameKeys(schema: Json): void {
  const keys = (schema.propertyNames as { enum?: string[] } | undefined)?.enum;
  if (keys === undefined) return;
  schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** Bounds of every JavaScript integer and the pattern behind a format are not informative. */
function dropNoise(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
}
