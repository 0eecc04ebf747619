import { useMemo } from 'react';
import { useFindings } from '../../../entities/diagnostics/finding-value.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import type { MorningRow } from './morning-types.ts';

type Reason = MorningRow['reason'];

const uncapitalized = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Texts for why an AERO needs attention, since when, and what to do next. */
export function useMorningWords() {
  const t = useText('dashboard');
  const domain = useText('domain');
  const say = useFindings();
  const formats = useFormats();
  return useMemo(() => {
    const reasons: Readonly<Record<Reason, (row: MorningRow) => string>> = {
      finding: (row) => (row.fault === null ? t('morning.reason.finding') : say.cause(row.fault)),
      alert: (row) =>
        t('morning.reason.alert', {
          count: row.alerts,
          // Between brackets a name stands without its article.
          metric: row.alert_metric === null ? '' : uncapitalized(domain(`metric.${row.alert_metric}.name`)),
        }),
      silent: () => t('morning.reason.silent'),
      unsatisfactory: () => t('morning.reason.unsatisfactory'),
      work_order: () => t('morning.reason.work_order'),
      forecast: (row) =>
        t(`morning.reason.forecast_${row.chance_side ?? 'hot'}`, {
          share: formats.percent(row.chance),
          day: formats.day(row.chance_day),
        }),
    };
    /** The SAMI in words where the diagnosis speaks against its mark. */
    const contradicted = ({ verdict, sami }: MorningRow): string[] => {
      const calm = sami === 'satisfactory' || sami === 'meets_expectations';
      return verdict === 'bad' && calm ? [t('morning.sami', { level: domain(`sami.${sami}`) })] : [];
    };
    const since = (row: MorningRow): string => {
      if (row.reason === 'work_order') return t('morning.due', { day: formats.day(row.due_on) });
      if (row.reason === 'forecast') return t('morning.from_forecast');
      const began =
        row.since === null
          ? t('morning.since_unknown')
          : t('morning.since', { date: formats.date(row.since) });
      const sure = row.reason === 'finding' ? say.sure({ confidence: row.confidence }) : null;
      const known = [began, sure].filter((part) => part !== null).join(', ');
      return [known, ...contradicted(row)].join(' · ');
    };
    const by = (moment: string): string => {
      const [date, today] = [formats.date(moment), formats.date(new Date().toISOString())];
      return date === today || Date.parse(moment) < Date.now()
        ? t('morning.today')
        : t('morning.by', { date });
    };
    const next = (row: MorningRow): string => {
      if (row.reason === 'finding' && row.act !== null) {
        return [say.todo(row.act), row.act_by === null ? '' : `(${by(row.act_by)})`]
          .filter(Boolean)
          .join(' ');
      }
      return t(`morning.next.${row.reason}`);
    };
    return {
      reason: (row: MorningRow) => reasons[row.reason](row),
      other: (row: MorningRow, reason: Reason) => reasons[reason](row),
      since,
      next,
    };
  }, [t, domain, say, formats]);
}
