/** Whether another cause that a finding lists is the fault on trial: for counting where both were named. */
import type { Candidate } from '@aerowatch/domain/faults/finding';
import { FAULT_ROWS, type FindingKey } from '@aerowatch/domain/faults/list';

/** Whether one of the causes that a finding says beside its own is a fault that some findings name. */
export const saysBeside = (candidates: readonly Candidate[], named: readonly FindingKey[]): boolean =>
  candidates.some(({ cause }) =>
    Object.keys(
      Object.hasOwn(FAULT_ROWS, cause) ? FAULT_ROWS[cause as keyof typeof FAULT_ROWS].findings : {},
    ).some((key) => named.includes(key as FindingKey)),
  );
