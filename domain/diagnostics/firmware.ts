/** A box that runs an older firmware again: the newer one does not start, or its watchdog gave it up. */
import type { DiagnosticContext } from './context.ts';
import { type Finding, found, notEvaluable } from './finding.ts';

/** No value: what it says is in the versions. A fact, said of one AERO of the box. */
export function firmware({ input: { fellBack }, days }: DiagnosticContext): Finding {
  if (!fellBack)
    return days.length === 0
      ? notEvaluable('firmware', null, 'no_data')
      : found('firmware', null, null, 'good');
  const { at, from, to } = fellBack;
  return found(
    'firmware',
    null,
    null,
    'watch',
    { from, to },
    { fault: 'firmware_fell_back', since: at, confidence: 0.99 },
  );
}
