import type { Alert } from '@aerowatch/contracts/api/alerts';
import { useMemo } from 'react';
import type { ChartMark, ChartRange } from '../../charts/types.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { SAMI_STYLES } from '../../ui/badges/sami.ts';
import type { Note } from '../notes/use-notes.ts';
import { useSamiChanges } from './sami-changes.ts';

const ALERT = '#e03131';
const NOTE = '#0c8599';

interface MarkSettings {
  skip?: boolean;
  /** Their open alerts, where the page has read them already. */
  open?: readonly Alert[];
}
/** Events of these AEROs in a range: alerts, open and archived, changes of SAMI, and people's notes. */
export function useCurveMarks(
  aeros: readonly number[],
  range: ChartRange,
  notes: readonly Note[],
  { skip = false, open }: MarkSettings = {},
): ChartMark[] {
  const t = useText('visualization');
  const words = useText('domain');
  const none = skip || aeros.length === 0;
  const query = {
    aero: aeros,
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    limit: 500,
  };
  const read = useQuery('alertsOpened', { query }, { skip: none || open !== undefined, live: ['alerts'] });
  const opened = useMemo(() => open?.filter(isAmong(aeros, range)), [open, aeros, range]) ?? read.data;
  const archived = useQuery('alertsArchived', { query }, { skip: none, live: ['alerts'] });
  const changes = useSamiChanges(aeros, none);
  return useMemo(() => {
    const alerts = none ? [] : ([...(opened ?? []), ...(archived.data ?? [])] as Alert[]);
    return [
      ...alerts.map(
        (alert): ChartMark => ({
          key: `alert:${alert.id}`,
          at: Date.parse(alert.opened_at),
          to: alert.cleared_at === null ? Date.parse(alert.last_at) : Date.parse(alert.cleared_at),
          label: t('marks.alert', { name: alert.supervisor_name }),
          color: ALERT,
          symbol: '!',
        }),
      ),
      ...(changes ?? []).map(
        (change): ChartMark => ({
          key: `sami:${change.id}`,
          at: Date.parse(change.at),
          label: t('marks.sami', {
            from: words(`sami.${change.from}`),
            to: words(`sami.${change.to}`),
            who: change.supervisor_name ?? change.user_name ?? '',
          }),
          color: SAMI_STYLES[change.to].light,
          symbol: 'S',
        }),
      ),
      ...notes.map(
        (note): ChartMark => ({
          key: `note:${note.id}`,
          at: Date.parse(note.at),
          label: t('marks.note', { text: note.text }),
          color: NOTE,
          symbol: 'i',
        }),
      ),
    ];
  }, [opened, archived.data, changes, notes, none, t, words]);
}

const isAmong =
  (aeros: readonly number[], { from, to }: ChartRange) =>
  (alert: Alert) => {
    const at = Date.parse(alert.opened_at);
    return aeros.includes(alert.aero) && at >= from && at <= to;
  };
