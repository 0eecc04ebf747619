import type { Fault } from '@aerowatch/domain/faults/list';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRefresh } from '../../../entities/boxes/refresh-ends.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/links/link-button.tsx';
import { toast } from '../../../ui/toast.ts';
import classes from './morning.module.css';
import type { MorningRow } from './morning-types.ts';

/** The button for the next step: order work, open the alert, ask the box to report, or go to the AERO. */
export function MorningAct({ row, onDone }: { row: MorningRow; onDone: () => void }) {
  const t = useText('dashboard');
  const common = useText('common');
  const member = useGrants('member');
  const name = `${row.serial_number} · ${row.position}`;
  if (row.reason === 'alert' && row.alert !== null)
    return <Way to={paths.alert(row.alert)} text={t('morning.act.alert')} name={name} />;
  if (row.reason === 'silent' && member) return <AskBox row={row} text={t('morning.act.ask')} />;
  const orders = row.reason === 'finding' || row.reason === 'unsatisfactory' || row.reason === 'forecast';
  if (orders && row.work_order === null && member) return <Order row={row} onDone={onDone} />;
  return (
    <Way
      to={paths.box(row.box, { tab: `aero${row.position}` })}
      text={common('action.view_details')}
      name={name}
    />
  );
}

function Way({ to, text, name }: { to: string; text: string; name: string }) {
  return (
    <LinkButton
      to={to}
      size="compact-sm"
      variant="light"
      className={classes.act}
      aria-label={`${text}: ${name}`}
    >
      {text}
    </LinkButton>
  );
}

function AskBox({ row, text }: { row: MorningRow; text: string }) {
  const ask = useRefresh();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="compact-sm"
      variant="light"
      className={classes.act}
      loading={busy}
      aria-label={`${text}: ${row.serial_number}`}
      onClick={async () => {
        setBusy(true);
        await ask([row.box]);
        setBusy(false);
      }}
    >
      {text}
    </Button>
  );
}

/** Creates a work order for the fault; the server names one that is already open. */
function Order({ row, onDone }: { row: MorningRow; onDone: () => void }) {
  const t = useText('dashboard');
  const common = useText('common');
  const [createOrder, busy] = useMutation('workOrdersCreate', common('error.creating'));
  const type = row.reason === 'forecast' ? 'forecast' : row.fault === null ? 'box' : 'finding';
  const order = async (): Promise<void> => {
    const kind = row.reason === 'finding' ? (row.fault as Fault | null) : null;
    const result = await createOrder({
      body: { box: row.box, aero: row.aero, source: { type, ...(kind === null ? {} : { kind }) } },
    });
    if (!result.ok) return;
    toast.success(t('morning.act.made'), row.serial_number);
    onDone();
  };
  return (
    <Button
      size="compact-sm"
      variant="light"
      className={classes.act}
      loading={busy}
      aria-label={`${t('morning.act.order')}: ${row.serial_number} · ${row.position}`}
      onClick={() => void order()}
    >
      {t('morning.act.order')}
    </Button>
  );
}
