/** A box that runs an older firmware again: the newer one does not start, or the watchdog gave up on it. */

import { type Finding, makeFinding, notEvaluable } from '../finding.ts';
import type { DiagnosticContext } from '../shared/context.ts';

/** No value: the versions tell. It is a fact, reported on one AERO of the box. */
export function firmware({ input: { fellBack }, days }: DiagnosticContext): Finding {
  if (!fellBack)
    return days.length === 0
      ? notEvaluable('firmware', null, 'no_data')
      : makeFinding('firmware', null, null, 'good');
  const { at, from, to } = fellBack;
  return makeFinding(
    'firmware',
    null,
    null,
    'watch',
    { from, to },
    { fault: 'firmware_fell_back', since: at, confidence: 0.99 },
  );
}
