/** Whether another cause listed by a finding is the fault under test, for counting where both were named. */
import type { Candidate } from '@aerowatch/domain/faults/finding';
import { FAULT_ROWS, type FindingKey } from '@aerowatch/domain/faults/list';

/** Whether one of the other causes listed by a finding is a fault of certain findings. */
export const saysBeside = (candidates: readonly Candidate[], named: readonly FindingKey[]): boolean =>
  candidates.some(({ cause }) =>
    Object.keys(
      Object.hasOwn(FAULT_ROWS, cause) ? FAULT_ROWS[cause as keyof typeof FAULT_ROWS].findings : {},
    ).some((key) => named.includes(key as FindingKey)),
  );
