import {
  BOX_CONFIGURATION,
  type ConfigurationField,
  type ConfigurationKey,
  LINK_KEYS,
} from '@aerowatch/domain/box/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
import { FORMATS, serverAddress } from '@aerowatch/domain/formats';
import { cellularPin } from '@aerowatch/domain/validation';
import { z } from 'zod';
import { coerced, missingOr, whole } from '../fields.ts';

const SCHEMAS = {
  version: z.string().regex(FORMATS.version, 'version'),
  six_digits: z.string().min(1, { error: 'required', abort: true }).regex(FORMATS.six_digits, 'six_digits'),
  pin: z.string().refine((value) => cellularPin(value) === null, 'pin'),
  server_address: z
    .string()
    .max(255, 'max_length|255')
    .refine((value) => serverAddress(value) === null, 'server_address'),
} as const;

function fieldSchema(field: ConfigurationField): z.ZodType<number | boolean | string> {
  if (field.kind === 'boolean') return z.boolean('not_boolean');
  if (field.kind === 'integer') {
    const number = whole(field.min, field.max);
    return field.coerced ? coerced(number) : number;
  }
  const plain = field.format
    ? SCHEMAS[field.format]
    : z.string('not_text').max(field.max, `max_length|${field.max}`);
  // A passkey may arrive as a number, as the customer's forms send it.
  const taken = field.coerced
    ? z.union([
        plain,
        z
          .number({ error: missingOr('six_digits') })
          .int('not_integer')
          .transform(String)
          .pipe(plain),
      ])
    : plain;
  return field.secret ? z.union([taken, z.literal(SECRET_MASK)]) : taken;
}

const entries = Object.entries(BOX_CONFIGURATION) as [ConfigurationKey, ConfigurationField][];
type Shape = Record<ConfigurationKey, z.ZodType>;
const readShape = Object.fromEntries(
  entries.map(([key, field]) => [
    key,
    (field.kind === 'integer' ? z.number() : field.kind === 'boolean' ? z.boolean() : z.string()).nullable(),
  ]),
) as unknown as {
  [K in ConfigurationKey]: (typeof BOX_CONFIGURATION)[K] extends { kind: 'integer' }
    ? z.ZodNullable<z.ZodNumber>
    : (typeof BOX_CONFIGURATION)[K] extends { kind: 'boolean' }
      ? z.ZodNullable<z.ZodBoolean>
      : z.ZodNullable<z.ZodString>;
};
const writeShape = Object.fromEntries(
  entries.map(([key, field]) => [key, fieldSchema(field).nullable()]),
) as unknown as {
  [K in ConfigurationKey]: z.ZodNullable<
    (typeof BOX_CONFIGURATION)[K] extends { kind: 'integer' }
      ? z.ZodNumber
      : (typeof BOX_CONFIGURATION)[K] extends { kind: 'boolean' }
        ? z.ZodBoolean
        : z.ZodString
  >;
} satisfies Shape;

/** A configuration in an answer. */
export const configuration = z.object(readShape);
/**
 * A change of desired fields; each field is checked here, the rules between fields in `domain`.
 * `configuration_version` is accepted and ignored: the server sets it.
 */
export const configurationChange = z.strictObject(writeShape).partial();
export type ConfigurationChange = z.infer<typeof configurationChange>;

/**
 * Fields of a box's connection to the server, by their names in a change of `desired`: changing one needs a
 * confirmation.
 */
export const LINK_FIELDS = LINK_KEYS.map((key) => `desired.${key}`);
