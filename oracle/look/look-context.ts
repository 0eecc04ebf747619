import type { Plan } from '../cases/case.ts';
import type { Span } from '../naive/naive-reads.ts';
import type { NaiveRow } from '../naive/naive-row.ts';
import type { CaseResult, Stage } from '../product.ts';

/** Data that all looks share. */
export interface Looking {
  readonly stage: Stage;
  readonly played: readonly CaseResult[];
  readonly plan: Plan;
  readonly span: Span;
  readonly now: number;
  /** The span as query parameters, `&from=…&to=…`. */
  readonly query: string;
  /** Every AERO of the batch: id, case, rows in order. */
  readonly aeros: readonly { id: number; number: number; position: number; rows: NaiveRow[] }[];
  /** Notes a difference if there is one. */
  compare(number: number, read: string, expected: unknown, got: unknown, rounding?: number): void;
  get(path: string): Promise<Answer>;
}
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are compared
type Answer = any;
