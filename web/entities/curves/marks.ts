import type { Alert } from '@aerowatch/contracts/api/alerts';
import { useMemo } from 'react';
import type { ChartMark, ChartRange } from '../../charts/types.ts';
import { useRead } from '../../lib/api/read.ts';
import { useText } from '../../lib/text.ts';
import { useTable } from '../use-collection.ts';

const ALERT = '#e03131';
const NOTE = '#1098ad';

/** What happened to these AEROs in a range: alerts, open and archived, and people's notes. */
export function useCurveMarks(aeros: readonly number[], range: ChartRange, skip = false): ChartMark[] {
  const t = useText('visualization');
  const table = useTable('aeros');
  const boxes = [...new Set(aeros.map((id) => table[id]?.box).filter((box) => box !== undefined))];
  const none = skip || aeros.length === 0;
  const query = {
    aero: aeros,
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    limit: 500,
  };
  const opened = useRead('alertsOpened', { query }, { skip: none, live: ['alerts'] });
  const archived = useRead('alertsArchived', { query }, { skip: none, live: ['alerts'] });
  const notes = useRead(
    'notesList',
    { query: { box: boxes, from: query.from, to: query.to, page_size: 200 } },
    { skip: none || boxes.length === 0, live: ['notes'] },
  );
  return useMemo(() => {
    const alerts = [...(opened.data ?? []), ...(archived.data ?? [])] as Alert[];
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
      ...(notes.data?.results ?? [])
        .filter((note) => note.aero === null || aeros.includes(note.aero))
        .map(
          (note): ChartMark => ({
            key: `note:${note.id}`,
            at: Date.parse(note.at),
            label: t('marks.note', { text: note.text }),
            color: NOTE,
            symbol: 'i',
          }),
        ),
    ];
  }, [opened.data, archived.data, notes.data, aeros.join(','), t]);
}
