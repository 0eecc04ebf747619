import { z } from 'zod';
import { integer } from '../fields.ts';

/** JSON in a text of a query or form, of at most `max` characters. */
export const jsonText = <T extends z.ZodType>(max: number, shape: T) =>
  z
    .string()
    .max(max, `max_length|${max}`)
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not_object' });
        return z.NEVER;
      }
    })
    .pipe(shape);

const texts = z.record(z.string(), z.string('not_text'), 'not_object');

/** What a file to import says its headers mean: the name of a column by header, '' for none. */
export const columnsMeant = jsonText(20_000, texts);

/** Beside the file: cells that a person mended, as JSON `{row: {column: text}}`; they replace those of the file. */
export const mendedForm = z.strictObject({
  mended: jsonText(
    60_000,
    z.record(z.string().regex(/^\d{1,7}$/, 'not_integer'), texts, 'not_object'),
  ).optional(),
});
export type Mended = NonNullable<z.output<typeof mendedForm>['mended']>;

/** A row with problems: messages by column, and what stands in its cells, by column. */
export const rowProblem = z.object({
  row: integer,
  errors: z.record(z.string(), z.array(z.string())),
  cells: z.record(z.string(), z.string()),
});
