import { DESCRIPTIONS } from '@aerowatch/contracts/descriptions/index';
import { PARAMETERS } from '@aerowatch/contracts/descriptions/parameters';
import type { Description, Descriptions } from '@aerowatch/contracts/descriptions/types';
import {
  BOX_CONFIGURATION,
  type ConfigurationKey,
  isConfigurationKey,
  isHelped,
} from '@aerowatch/domain/box/box-configuration';
import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { unitOf } from '@aerowatch/domain/units';
import { configuration } from '@aerowatch/i18n/en/configuration';
import { exampleOf } from './example.ts';
import { nounOf, subjectOf } from './nouns.ts';
import type { Json } from './schemas.ts';

/** Gaps of a document: properties without a description or example, described rows without a property. */
export interface Gaps {
  readonly undescribed: Set<string>;
  readonly unused: Set<string>;
}

/** Describes every property and parameter of an OpenAPI document, in place; returns what is missing. */
export function describeDocument(document: Json): Gaps {
  const gaps: Gaps = {
    undescribed: new Set(),
    unused: new Set([...Object.keys(DESCRIPTIONS), ...Object.keys(PARAMETERS)]),
  };
  const { schemas } = document.components as { schemas: Record<string, Json> };
  for (const [name, schema] of Object.entries(schemas)) describeProperties(schema, name, gaps);
  for (const operation of Object.values(document.paths as Record<string, Json>).flatMap((path) =>
    Object.values(path),
  ))
    describeOperation(operation as Operation, gaps);
  return gaps;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Json[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

function describeOperation(operation: Operation, gaps: Gaps): void {
  const { operationId, parameters, requestBody, responses } = operation;
  for (const one of [requestBody, ...Object.values(responses)])
    for (const { schema } of Object.values(one?.content ?? {})) describeProperties(schema, operationId, gaps);
  for (const { schema } of Object.values(requestBody?.content ?? {})) markEchoes(schema);
  for (const parameter of parameters)
    if ('name' in parameter) describeParameter(parameter, operationId, gaps);
}

function describeParameter(parameter: Json, operationId: string, gaps: Gaps): void {
  const { name, schema } = parameter as { name: string; schema: Json };
  const keys = [`${operationId}.${name}`, `${subjectOf(operationId)}:${name}`, name] as const;
  const [text, example] = lookUp(PARAMETERS, keys, gaps, nounOf(operationId, ''));
  if (text === undefined || !hasExample(schema, example)) gaps.undescribed.add(`${operationId} ?${name}`);
  parameter.description = text;
}

/**
 * Describes every property below `schema`, in place: its meaning with the unit, and an example.
 * `root` is the operation or the named schema it belongs to.
 */
export function describeProperties(schema: Json, root: string, gaps: Gaps, parent = ''): void {
  for (const [name, value] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const keys = [`${root}.${parent}.${name}`, `${root}.${name}`, `${parent}.${name}`];
    if (isOwn(parent)) keys.push(`${subjectOf(root)}:${name}`);
    const [text, example] = lookUp(DESCRIPTIONS, [...keys, name], gaps, nounOf(root, parent), parent);
    if (text === undefined) gaps.undescribed.add(`${root} ${parent}.${name}`);
    else value.description ??= text;
    if (value.$ref === undefined && !hasExample(value, example))
      gaps.undescribed.add(`${root} ${parent}.${name}: example`);
    describeProperties(value, root, gaps, name);
  }
  for (const inner of branchesOf(schema)) describeProperties(inner, root, gaps, parent);
}

const branchesOf = (schema: Json): Json[] =>
  ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].flatMap((word) =>
    [schema[word]].flat().filter((inner): inner is Json => typeof inner === 'object' && inner !== null),
  );

function lookUp(
  table: Descriptions,
  keys: readonly string[],
  gaps: Gaps,
  noun: string,
  parent = '',
): readonly [string | undefined, unknown] {
  const key = keys.find((one) => one in table);
  if (key !== undefined) gaps.unused.delete(key);
  const description = key === undefined ? derived(keys.at(-1) ?? '', noun, parent) : table[key];
  if (description === undefined || typeof description === 'string') return [description, undefined];
  return description;
}

/** Whether a property belongs to the resource itself, not to something within it. */
const isOwn = (parent: string): boolean => parent === '' || parent === 'results';

/** Metrics and configuration fields are described by their own tables, ids and names by their resource. */
function derived(name: string, noun: string, parent: string): Description | undefined {
  if (name === 'id') return [`Id of the ${noun}`, 12];
  if (name === 'name') return [`Name of the ${noun}`, NAMES[noun] ?? 'Dijon team'];
  const metric = METRIC_KEYS.find((one) => one === name);
  if (metric !== undefined) return metricDescription(metric);
  const measured = METRIC_KEYS.find((one) => one === parent);
  const band = BANDS[name];
  if (measured !== undefined && band !== undefined) {
    const [text, example] = metricDescription(measured);
    return [`${band} ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`, example];
  }
  return isConfigurationKey(name) ? fieldDescription(name) : undefined;
}

const BANDS: Readonly<Record<string, string>> = { min: 'Lowest', max: 'Highest', mean: 'Mean' };
/** Property names that tell the resource. */
const NAMES: Readonly<Record<string, string>> = {
  box: 'Dijon sud 12',
  client: 'Réseau Grandes Lignes',
  person: 'Claire Martin',
  supervisor: 'Gas pressure low',
  tag: 'Winter round',
  'API key': 'Maximo',
  passkey: 'Phone',
  browser: 'Firefox on Linux',
  view: 'Winter at Dijon',
};

function metricDescription(metric: MetricKey): readonly [string, unknown] {
  const { quantity, example } = METRICS[metric];
  return [`${capitalized(metric.replaceAll('_', ' '))}, ${unitOf(quantity, 'metric')}`, example];
}

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

function fieldDescription(key: ConfigurationKey): Description {
  const field = BOX_CONFIGURATION[key];
  const help = isHelped(key) ? `: ${configuration.help[key]}` : '';
  const text = `${configuration.field[key]}${help}`;
  if (field.kind === 'integer') {
    const unit = 'unit' in field ? ` ${field.unit}` : '';
    return [`${text}; ${field.min} to ${field.max}${unit}`, field.initial];
  }
  if (field.kind === 'boolean') return text;
  const whole = NETWORK.test(key) ? `${text} of the mobile network` : text;
  return ['secret' in field ? `${whole}; masked where it is not shown` : whole, TEXT_EXAMPLES[key] ?? ''];
}

/** Forms show these below a heading that names the network. */
const NETWORK = /^cellular_(apn|login|password)$/;
const TEXT_EXAMPLES: Partial<Record<ConfigurationKey, string>> = {
  firmware_version: '2.4.1',
  maintenance_password: '493027',
  cellular_apn: 'railway.m2m',
  cellular_pin: '1234',
  cellular_login: 'box',
  cellular_password: 'p4ss',
  server_address: 'mqtts://boxes.example.org:8883',
};

/** Sets the example of a property without properties of its own; false where none is known. */
function hasExample(schema: Json, given: unknown): boolean {
  if (holdsProperties(schema) || isAnything(schema) || schema.format === 'binary') return true;
  const example = given === undefined ? exampleByType(schema) : inForm(given, schema);
  if (example === undefined) return false;
  schema.examples = [example];
  return true;
}

/** Marks fields of a complete record that may be sent back without effect. */
function markEchoes(schema: Json): void {
  for (const value of Object.values((schema.properties ?? {}) as Record<string, Json>)) {
    if (isAnything(value) && value.readOnly !== true) {
      value.readOnly = true;
      value.description = `${value.description}; may be sent back as it was read, and changes nothing`;
    }
    markEchoes(value);
  }
  for (const inner of branchesOf(schema)) markEchoes(inner);
}

/** Whether a schema accepts any value, as for a field that is sent back unchanged. */
const isAnything = (schema: Json): boolean =>
  Object.keys(schema).every((word) => word === 'description' || word === 'readOnly');

const holdsProperties = (schema: Json): boolean =>
  '$ref' in schema ||
  'properties' in schema ||
  schema.type === 'object' ||
  ['items', 'anyOf', 'oneOf', 'allOf'].some((word) =>
    [schema[word]]
      .flat()
      .some((inner) => typeof inner === 'object' && inner !== null && holdsProperties(inner as Json)),
  );

/** One description serves a value and a list of such values, an id and the same as text. */
function inForm(example: unknown, schema: Json): unknown {
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches !== undefined)
    return inForm(example, branches.find(({ type }) => type === typeof example) ?? branches[0] ?? {});
  const type = [schema.type].flat()[0];
  if (type === 'array') {
    const items = (schema.items ?? {}) as Json;
    const isList = Array.isArray(example) && (items.type !== 'array' || Array.isArray(example[0]));
    return isList ? example : [inForm(example, items)];
  }
  if (example === null && [schema.type].flat().includes('null')) return null;
  if (Array.isArray(schema.enum) && !schema.enum.includes(example)) return exampleByType(schema);
  return type === 'string' && typeof example !== 'string' ? String(example) : example;
}

/**
 * Members of an enumeration, booleans, dates and times: an example that is meaningful by its type. Undefined
 * for others.
 */
function exampleByType(schema: Json): unknown {
  const type = [schema.type].flat()[0];
  if (type === 'array') {
    const item = typeof schema.items === 'object' ? exampleByType(schema.items as Json) : undefined;
    return item === undefined ? undefined : [item];
  }
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches !== undefined)
    return branches.map(exampleByType).find((example) => example !== undefined && example !== null);
  const isTelling =
    'enum' in schema ||
    'const' in schema ||
    type === 'boolean' ||
    (type === 'string' && typeof schema.format === 'string');
  return isTelling ? exampleOf(schema) : undefined;
}
