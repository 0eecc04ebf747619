import { CONDITION_METRICS } from '@aerowatch/domain/alerting/condition';
import type { Finding } from '@aerowatch/domain/faults/finding';
import { inOrder } from '@aerowatch/domain/faults/steps/precedence';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import type { AlertOutcome } from './judge-aero.ts';

/** The diagnoses behind alerts about one: their numbers and acts, without curves. */
export async function findingsOf(
  trx: Trx,
  outcomes: readonly AlertOutcome[],
): Promise<Map<AlertOutcome, unknown>> {
  const about = outcomes.filter(
    ({ condition, change }) =>
      change.opened !== null && CONDITION_METRICS[condition.definition.metric].kind === 'finding',
  );
  if (about.length === 0) return new Map();
  const { rows } = await sql<{ aero_id: number; findings: Finding[] }>`
    select aero_id, findings from diagnostics where aero_id = any(${about.map(({ aero }) => aero.id)}::int[])`.execute(
    trx,
  );
  const findings = new Map(rows.map((row) => [row.aero_id, row.findings]));
  return new Map(
    about.map((outcome) => {
      const named = outcome.condition.definition.finding ?? 'any';
      const standing = inOrder(findings.get(outcome.aero.id) ?? []);
      const one = named === 'any' ? standing[0] : standing.find(({ key }) => key === named);
      return [outcome, one === undefined ? null : { ...one, evidence: null }];
    }),
  );
}
