import { KEY_SCOPES } from '@aerowatch/domain/access';
import { MORNINGS } from '@aerowatch/domain/forecast/mornings';
import { WEBHOOK_EVENT_KEYS } from '@aerowatch/domain/notifications/webhook-events';
import { FAILURE_CAUSE_KEYS, MECHANISM_KEYS } from '@aerowatch/domain/work/causes';
import { CHECKS } from '@aerowatch/domain/work/checklists';
import { WORK_KINDS, type WorkKind } from '@aerowatch/domain/work/kinds';
import {
  DISMISSAL_REASONS,
  WORK_ACT_KEYS,
  WORK_SEVERITIES,
  WORK_SOURCES,
  WORK_STATES,
  WORK_VERDICTS,
} from '@aerowatch/domain/work/orders';
import { wordsOfRule } from '../../../entities/silences/draft.ts';
import type { TextOf } from '../../../lib/text.ts';
import { eventKey } from '../webhooks/webhook.ts';
import { isKnown, wordOf } from '../words.ts';

/** Areas whose texts the log uses: a code has the same text as on the screen where it is chosen. */
export interface CodeTexts {
  t: TextOf<'settings'>;
  boxes: TextOf<'boxes'>;
  firmwares: TextOf<'firmwares'>;
  notes: TextOf<'notes'>;
  preferences: TextOf<'preferences'>;
  silences: TextOf<'silences'>;
  supervisors: TextOf<'supervisors'>;
  work: TextOf<'work'>;
  kindName: (kind: WorkKind) => string;
  day: (day: string) => string;
}
type Code = (code: string) => string;

const NOTE_KINDS = ['note', 'visit', 'repair', 'baseline_reset'] as const;
const SCOPES = ['aeros', 'tag', 'client'] as const;

/**
 * Texts of the codes in fields of the log, by the field's name; a code of an older version is shown
 * unchanged.
 */
export function auditCodes(texts: CodeTexts): Readonly<Record<string, Code>> {
  const { t, boxes, firmwares, notes, preferences, silences, supervisors, day } = texts;
  const method: Code = (code) => wordOf(t, 'audit.methods', code);
  return {
    method,
    by: method,
    factors: method,
    waves: oneOf(['standard', 'none'], (code) =>
      boxes(code === 'standard' ? 'firmware.standard' : 'firmware.all'),
    ),
    signed_by: oneOf(['server'], () => firmwares('signed_by_word.server')),
    scopes: oneOf(KEY_SCOPES, (code) => t(`keys.scopes_short.${code}`)),
    events: oneOf(WEBHOOK_EVENT_KEYS, (code) => t(`webhooks.event.${eventKey(code)}`)),
    kind: oneOf(NOTE_KINDS, (code) => notes(`kinds.${code}`)),
    week_ahead: oneOf(MORNINGS, (code) => preferences(`morning.${code}`)),
    scope: oneOf(SCOPES, (code) => supervisors(`scope.${code}`)),
    rrule: (code) => wordsOfRule(code, { t: silences, day }),
    ...orderCodes(texts),
  };
}

function orderCodes({ work, kindName }: CodeTexts): Record<string, Code> {
  return {
    state: oneOf(WORK_STATES, (code) => work(`state.${code}`)),
    severity: oneOf(WORK_SEVERITIES, (code) => work(`severity.${code}`)),
    verdict: oneOf(WORK_VERDICTS, (code) => work(`verdict.${code}`)),
    reason: oneOf(DISMISSAL_REASONS, (code) => work(`dismissal.${code}`)),
    acts: oneOf(WORK_ACT_KEYS, (code) => work(`act.${code}`)),
    mechanism: oneOf(MECHANISM_KEYS, (code) => work(`mechanism.${code}`)),
    cause: oneOf(FAILURE_CAUSE_KEYS, (code) => work(`cause.${code}`)),
    source_type: oneOf(WORK_SOURCES, (code) => work(`source.${code}`)),
    source_kind: oneOf(WORK_KINDS, kindName),
    checklist: (line) => checkText(work, line),
  };
}

const oneOf =
  <const T extends readonly string[]>(codes: T, word: (code: T[number]) => string): Code =>
  (code) =>
    isKnown(codes, code) ? word(code) : code;

/** `☑ isolation`: a predefined line is stored by its code, a user's own by its text. */
function checkText(work: CodeTexts['work'], line: string): string {
  const [mark = '', ...rest] = line.split(' ');
  const said = oneOf(CHECKS, (code) => work(`check.${code}`));
  return [mark, said(rest.join(' '))].join(' ');
}
