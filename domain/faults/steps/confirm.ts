/**
 * A slow fault is reported once measures up to some days ago show it too, because noise of one day is no
 * fault.
 */

import { DAY } from '../../durations.ts';
import { type Finding, faultOf, isReported, notEvaluable } from '../finding.ts';
import { concernOf, FAULT_ROWS, type FindingKey } from '../list.ts';
import type { DiagnosticInput } from '../shared/context.ts';

/**
 * A diagnosis is made every day, and each is another chance for noise to pass a limit: most of the false
 * findings on sound AEROs lasted one or two days. A sudden event is reported at once while it is new (days,
 * J: a small slip takes five or six to be seen); an older one that no measures have shown until today is
 * usually an odd fit.
 */
const NEW = 7;

const isOfSupply = (key: FindingKey) => concernOf(key) === 'supply';

/** Days after which the finding must show again; 0: it is reported at once. */
function waits(finding: Finding, now: number): number {
  const { days, atOnce } = FAULT_ROWS[faultOf(finding)].confirm;
  const isNew = finding.since === null || now - finding.since < NEW * DAY;
  const isAtOnce = atOnce !== undefined && (isNew || (atOnce === 'new_or_bad' && finding.verdict === 'bad'));
  return isAtOnce ? 0 : days;
}

/** The input as it was `days` whole days ago. */
function ago(input: DiagnosticInput, days: number): DiagnosticInput {
  const end = (input.days.at(-1)?.start ?? 0) - (days - 1) * DAY;
  const until = <T extends { readonly start: number }>(list: readonly T[]) =>
    list.filter(({ start }) => start < end);
  return {
    ...input,
    days: until(input.days),
    twin: input.twin ? { ...input.twin, days: until(input.twin.days) } : null,
    neighbours: until(input.neighbours ?? []),
  };
}

/**
 * Makes a function that returns a finding, or marks it as unknown if it is a slow one that earlier measures
 * do not show yet. A related finding counts as well: what begins as friction may go on as a drift. `look`
 * makes the findings of an input; it is called once for each length of time, and only for new findings.
 * Findings that the last diagnosis reported are confirmed.
 */
export function confirming(
  input: DiagnosticInput,
  look: (input: DiagnosticInput) => readonly Finding[],
): (finding: Finding) => Finding {
  const past = new Map<number, readonly Finding[]>();
  const stoodAgo = (days: number) => {
    const known = past.get(days) ?? look(ago(input, days)).filter(isReported);
    past.set(days, known);
    return known;
  };
  const isKnown = (key: FindingKey) =>
    (input.reported ?? []).some((one) => one.key === key && isReported(one));
  const now = input.days.at(-1)?.start ?? 0;
  return (finding) => {
    const days = waits(finding, now);
    if (days === 0 || !isReported(finding) || isKnown(finding.key)) return finding;
    const ofSupply = isOfSupply(finding.key);
    const shown = stoodAgo(days).some(({ key }) => (ofSupply ? key === finding.key : !isOfSupply(key)));
    return shown ? finding : notEvaluable(finding.key, finding.unit, 'not_confirmed');
  };
}
