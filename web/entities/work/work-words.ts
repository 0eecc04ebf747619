import { isChosenKind, isFault, type WorkKind } from '@aerowatch/domain/work/kinds';
import { useCallback } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

export type Order = Answer<'workOrdersGet'>;
/** A line of a checklist. */
export type Check = Order['checklist'][number];

/** The subject of an order, in the reader's language. */
export function useKindName(): (kind: WorkKind) => string {
  const t = useText('work');
  const diagnostics = useText('diagnostics');
  const domain = useText('domain');
  return useCallback(
    (kind) => {
      if (isChosenKind(kind)) return t(`kind.${kind}`);
      return isFault(kind) ? diagnostics(`fault.${kind}`) : domain(`metric.${kind}.name`);
    },
    [t, diagnostics, domain],
  );
}

/** The place of the work: line, track, kilometre point, pole. */
export function useOrderPlace(): (order: Pick<Order, 'place'>) => string {
  const formats = useFormats();
  const t = useText('work');
  return useCallback(
    ({ place: { line, track_number, kilometer_point, pole } }) =>
      [
        // The line last: where there is no room for all, its end is what can be done without.
        kilometer_point === null ? '' : `PK\u00a0${formats.kilometerPoint(kilometer_point)}`,
        track_number === '' ? '' : t('track', { track: track_number }),
        pole,
        line,
      ]
        .filter(Boolean)
        .join(' · '),
    [formats, t],
  );
}

/** Whether an open order was due before today. */
export function isOverdue({ state, due_on }: Pick<Order, 'state' | 'due_on'>, today: string): boolean {
  return (state === 'open' || state === 'planned') && due_on !== null && due_on < today;
}

/** Today in the reader's time zone, `YYYY-MM-DD`. */
export function useToday(): string {
  const { timeZone } = useFormats();
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now());
}
