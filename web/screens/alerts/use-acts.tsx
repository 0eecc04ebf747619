import type { Alert } from '@aerowatch/contracts/api/alerts';
import { Box, Button } from '@mantine/core';
import { IconBellOff, IconCheck, IconEye, IconTool } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { SeenDialog } from '../../entities/alerts/seen-dialog.tsx';
import { SilenceDialog } from '../../entities/silences/silence-dialog.tsx';
import { CreateOrderDialog } from '../../entities/work/create-order-dialog.tsx';
import { useText } from '../../lib/text.ts';
import type { Selection } from '../../table/bulk-bar.tsx';
import type { AlertPlace } from './use-open-alerts.ts';

interface Groups {
  /** All alerts of a row, its own first. */
  of: (id: number) => readonly AlertPlace[];
  /** The same of rows of other pages, which may be selected too. */
  elsewhere: ReadonlyMap<number, readonly AlertPlace[]>;
}
/** Actions on open alerts: mark as seen, silence, create work orders; on one or many at once. */
export function useActs({ of: here, elsewhere }: Groups) {
  const t = useText('alerts');
  // What was read last is looked up when an act begins: all that match are read just before.
  const known = useRef({ here, elsewhere });
  known.current = { here, elsewhere };
  const of = (id: number): readonly AlertPlace[] => {
    const own = known.current.here(id);
    return own.length > 0 ? own : (known.current.elsewhere.get(id) ?? []);
  };
  const [marking, setMarking] = useState<number[]>([]);
  const [making, setMaking] = useState<readonly AlertPlace[]>([]);
  const [silencing, setSilencing] = useState<number[] | null>(null);
  const [clearSelection, setClear] = useState<() => void>(() => () => undefined);
  // A row may stand for several alerts: the label shows how many it acts on.
  const seenLabel = (count: number) => (count > 1 ? t('seen.action_count', { count }) : t('seen.action'));
  const idsOf = (rows: readonly number[]) => rows.flatMap((id) => of(id).map((alert) => alert.id));
  const bulk = ({ ids: selected, clear, act }: Selection) => {
    const begin = (open: (rows: readonly number[]) => void) => () =>
      act((rows) => {
        setClear(() => clear);
        open(rows);
      });
    return (
      <BulkActions
        // One order per cause.
        onOrders={begin((rows) => setMaking(rows.flatMap((id) => of(id)[0] ?? [])))}
        onSilence={begin((rows) =>
          setSilencing([...new Set(rows.flatMap((id) => of(id).map(({ box }) => box)))]),
        )}
        onSeen={begin((rows) => setMarking(idsOf(rows)))}
        seen={seenLabel(idsOf(selected).length)}
      />
    );
  };
  const rowActions = (alert: Alert) => {
    const ids = idsOf([alert.id]);
    return <SeenButton label={seenLabel(ids.length)} count={ids.length} onClick={() => setMarking(ids)} />;
  };
  const dialogs = (
    <>
      <SeenDialog ids={marking} onClose={() => setMarking([])} onDone={clearSelection} />
      <SilenceDialog boxes={silencing} onClose={() => setSilencing(null)} onDone={clearSelection} />
      <CreateOrderDialog
        targets={making.map(({ id, box, aero }) => ({ box, aero, alert: id, type: 'alert' as const }))}
        onClose={() => setMaking([])}
        onDone={clearSelection}
      />
    </>
  );
  return { bulk, rowActions, dialogs, setMarking };
}

interface SeenProps {
  label: string;
  count: number;
  onClick: () => void;
}
/** In a row of a table one word, because the sentence would push the table off the screen in French. */
function SeenButton({ label, count, onClick }: SeenProps) {
  const t = useText('alerts');
  return (
    <Button size="compact-sm" variant="light" aria-label={label} title={label} onClick={onClick}>
      <Box component="span" hiddenFrom="md">
        {label}
      </Box>
      <Box component="span" visibleFrom="md">
        <IconCheck size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('seen.short', { count })}
      </Box>
    </Button>
  );
}

interface BulkProps {
  onOrders: () => void;
  onSilence: () => void;
  onSeen: () => void;
  /** Label of that button. */
  seen: string;
}
/** Actions on the selected alerts. */
function BulkActions({ onOrders, onSilence, onSeen, seen }: BulkProps) {
  const work = useText('work');
  const silences = useText('silences');
  const plain = { size: 'xs', variant: 'default' } as const;
  return (
    <>
      <Button {...plain} leftSection={<IconTool size={16} aria-hidden />} onClick={onOrders}>
        {work('create.action')}
      </Button>
      <Button {...plain} leftSection={<IconBellOff size={16} aria-hidden />} onClick={onSilence}>
        {silences('action')}
      </Button>
      <Button size="xs" leftSection={<IconEye size={16} aria-hidden />} onClick={onSeen}>
        {seen}
      </Button>
    </>
  );
}
