import { z } from 'zod';
import { Unreadable } from './measures.ts';

/** Down on `boxes/{serial}/command`: an order for the box, sent while it is connected. */
export interface Command {
  readonly id: string;
  readonly command: 'refresh';
}

/** Up on `boxes/{serial}/answer`. */
export const answer = z.object({
  id: z.union([z.string().min(1).max(100), z.number()]).transform(String),
  status: z.enum(['ok', 'error']),
  detail: z.string().max(10_000).nullish(),
});
export type CommandAnswer = z.output<typeof answer>;

/** Parses an answer already decoded. Throws Unreadable. */
export function readAnswer(message: unknown): CommandAnswer {
  return readBy(answer, message);
}

/** Parses a message by its schema; throws Unreadable with the path of the first violation. */
export function readBy<T extends z.ZodType>(schema: T, message: unknown): z.output<T> {
  const read = schema.safeParse(message);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Unreadable('bad_structure', `${issue?.path.join('.') || 'message'}: ${issue?.code ?? 'invalid'}`);
}
