import { DESCRIPTIONS } from '@aerowatch/contracts/descriptions/index';
import { PARAMETERS } from '@aerowatch/contracts/descriptions/parameters';
import type { Description, Descriptions } from '@aerowatch/contracts/descriptions/types';
import {
  BOX_CONFIGURATION,
  type ConfigurationKey,
  isConfigurationKey,
  isHelped,
} from '@aerowatch/domain/box-configuration';
import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { unitOf } from '@aerowatch/domain/units';
import { configuration } from '@aerowatch/i18n/en/configuration';
import { exampleOf } from './example.ts';
import type { Json } from './schemas.ts';

/** What a document says of itself too little: properties without a description or example, rows of no property. */
export interface Gaps {
  readonly undescribed: Set<string>;
  readonly unused: Set<string>;
}

/** Describes every property and parameter of an OpenAPI document, in place; answers what is missing. */
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
  for (const parameter of parameters)
    if ('name' in parameter) describeParameter(parameter, operationId, gaps);
}

function describeParameter(parameter: Json, operationId: string, gaps: Gaps): void {
  const { name, schema } = parameter as { name: string; schema: Json };
  const [text, example] = lookUp(PARAMETERS, [`${operationId}.${name}`, name], gaps);
  if (text === undefined || !hasExample(schema, example)) gaps.undescribed.add(`${operationId} ?${name}`);
  parameter.description = text;
}

/**
 * Describes every property below `schema`, in place: its meaning with the unit, and an example.
 * `root` is the operation or the named schema it belongs to.
 */
export function describeProperties(schema: Json, root: string, gaps: Gaps, parent = ''): void {
  for (const [name, value] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const [text, example] = lookUp(
      DESCRIPTIONS,
      [`${root}.${parent}.${name}`, `${root}.${name}`, `${parent}.${name}`, name],
      gaps,
    );
    if (text === undefined) gaps.undescribed.add(`${root} ${parent}.${name}`);
    else value.description ??= text;
    if (value.$ref === undefined && !hasExample(value, example))
      gaps.undescribed.add(`${root} ${parent}.${name}: example`);
    describeProperties(value, root, gaps, name);
  }
  for (const word of ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'])
    for (const inner of [schema[word]].flat())
      if (typeof inner === 'object' && inner !== null) describeProperties(inner as Json, root, gaps, parent);
}

function lookUp(
  table: Descriptions,
  keys: readonly [string, ...string[]],
  gaps: Gaps,
): readonly [string | undefined, unknown] {
  const key = keys.find((one) => one in table);
  if (key !== undefined) gaps.unused.delete(key);
  const description = key === undefined ? derived(keys.at(-1) ?? '') : table[key];
  if (description === undefined || typeof description === 'string') return [description, undefined];
  return description;
}

/** Metrics and configuration fields are described by their own tables. */
function derived(name: string): Description | undefined {
  const metric = METRIC_KEYS.find((one) => one === name);
  if (metric !== undefined) return metricDescription(metric);
  return isConfigurationKey(name) ? fieldDescription(name) : undefined;
}

function metricDescription(metric: MetricKey): Description {
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
  return ['secret' in field ? `${text}; masked where it is not shown` : text, TEXT_EXAMPLES[key] ?? ''];
}

const TEXT_EXAMPLES: Partial<Record<ConfigurationKey, string>> = {
  firmware_version: '2.4.1',
  maintenance_password: '493027',
  cellular_apn: 'railway.m2m',
  cellular_pin: '1234',
  cellular_login: 'box',
  cellular_password: 'p4ss',
  server_address: 'mqtts://boxes.example.org:8883',
};

/** Sets the example of a property that holds no properties of its own; false where none is known. */
function hasExample(schema: Json, given: unknown): boolean {
  if (holdsProperties(schema) || isAnything(schema)) return true;
  const example = given === undefined ? exampleByType(schema) : inForm(given, schema);
  if (example === undefined) return false;
  schema.examples = [example];
  return true;
}

/** A field that is sent back as it was read, or a value of any field. */
const isAnything = (schema: Json): boolean => Object.keys(schema).every((word) => word === 'description');

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
  if (Array.isArray(schema.enum) && !schema.enum.includes(example)) return exampleByType(schema);
  return type === 'string' && typeof example !== 'string' ? String(example) : example;
}

/** Words of a list, true or false, moments and days: a value that says something. Undefined for others. */
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
