import { aero } from '@aerowatch/contracts/api/aeros';
import * as alerts from '@aerowatch/contracts/api/alerts';
import { box } from '@aerowatch/contracts/api/boxes';
import { client } from '@aerowatch/contracts/api/clients';
import { configuration } from '@aerowatch/contracts/api/configuration';
import { firmware, rollout } from '@aerowatch/contracts/api/firmwares';
import { job } from '@aerowatch/contracts/api/jobs';
import { key } from '@aerowatch/contracts/api/keys';
import { measure, seriesResponse } from '@aerowatch/contracts/api/measures';
import { note } from '@aerowatch/contracts/api/notes';
import { condition, supervisor } from '@aerowatch/contracts/api/supervisors';
import { tag } from '@aerowatch/contracts/api/tags';
import { user } from '@aerowatch/contracts/api/users';
import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Resources that are named schemas of the document. */
const NAMED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [user, 'User'],
  [client, 'Client'],
  [box, 'Box'],
  [configuration, 'Configuration'],
  [aero, 'Aero'],
  [measure, 'Measure'],
  [seriesResponse, 'Series'],
  [job, 'Job'],
  [note, 'Note'],
  [supervisor, 'Supervisor'],
  [condition, 'Condition'],
  [alerts.alert, 'Alert'],
  [firmware, 'Firmware'],
  [rollout, 'Rollout'],
  [tag, 'Tag'],
  [key, 'Key'],
]);
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
