import { isAtOnce } from '@aerowatch/domain/work/inbox';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { useFindings } from '../diagnostics/finding-value.ts';
import type { Matter } from './matter.ts';

const DAY = 86_400_000;
type Due = Pick<Matter, 'stage' | 'severity' | 'aero' | 'urgency' | 'due_on' | 'due_today' | 'overdue'>;

/** Text shown when there is no day. */
const UNDATED = { now: 'no_day', days: 'no_day', weeks: 'no_day', next_visit: 'next_visit' } as const;

const todayWord = (matter: Due) => (isAtOnce(matter) ? 'at_once' : 'today');

/** The largest unit of a length of time in ms, and how many of them it has. */
function unitOf(ms: number): ['minute' | 'hour' | 'day' | 'month', number] {
  const days = ms / DAY;
  if (days < 1 / 24) return ['minute', days * 24 * 60];
  if (days < 1) return ['hour', days * 24];
  return days < 60 ? ['day', days] : ['month', days / 30.4];
}

function ageText(ms: number, locale: string): string {
  const [unit, value] = unitOf(ms);
  // The short month is one letter in French.
  const unitDisplay = unit === 'month' ? 'long' : 'short';
  const style = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale, style).format(Math.max(1, value));
}

/** The texts of a matter in one line: place, beginning, next act and due day. */
export function useMatterWords() {
  const t = useText('inbox');
  const domain = useText('domain');
  const say = useFindings();
  const formats = useFormats();
  return useMemo(() => {
    /** Box and AERO, then the place; the most specific parts come first, because the end may be cut off. */
    const aero = ({ place: { serial_number, position } }: Pick<Matter, 'place'>): string =>
      position === null ? serial_number : `${serial_number} · ${domain('aero', { position })}`;
    const place = ({ place: at }: Pick<Matter, 'place'>): string[] =>
      [
        at.kilometer_point === null ? '' : `PK\u00a0${formats.kilometerPoint(at.kilometer_point)}`,
        at.track_number,
        at.pole,
        at.line,
      ].filter(Boolean);
    const age = ({ since }: Pick<Matter, 'since'>): string =>
      since === null ? '' : ageText(Date.now() - Date.parse(since), formats.locale);
    const act = ({ stage, next_act }: Pick<Matter, 'stage' | 'next_act'>): string => {
      if (stage === 'done') return t('act_word');
      return next_act === null ? t('act_review') : say.todo(next_act);
    };
    const day = (due_on: string): string =>
      new Intl.DateTimeFormat(formats.locale, {
        day: 'numeric',
        month: 'short',
        // The year only if it is not the present one.
        ...(due_on.startsWith(String(new Date().getFullYear())) ? {} : { year: '2-digit' }),
        timeZone: 'UTC',
      }).format(new Date(`${due_on}T12:00:00Z`));
    const due = (matter: Due): string => {
      const { stage, urgency, due_on, due_today, overdue } = matter;
      // Finished work waits for a confirmation, not for its day.
      if (stage === 'done') return '';
      if (due_on === null) return t(UNDATED[urgency ?? 'days']);
      if (due_today) return t(todayWord(matter));
      return overdue ? t('overdue', { day: day(due_on) }) : day(due_on);
    };
    /** Who is in charge; of a proposal, whom of the people on duty it waits for. */
    const who = ({ assignee_name, waits_for }: Pick<Matter, 'assignee_name' | 'waits_for'>): string => {
      if (waits_for === null || assignee_name !== null) return assignee_name ?? '';
      return t(waits_for.escalated ? 'waits_next' : 'waits_for', { name: waits_for.name });
    };
    return { aero, place, age, act, due, who };
  }, [t, domain, say, formats]);
}
