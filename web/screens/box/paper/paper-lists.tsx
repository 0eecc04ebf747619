import type { Alert } from '@aerowatch/contracts/api/alerts';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { conditionValue, useConditionSentence } from '../../../entities/conditions/sentence.ts';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { ErrorState } from '../../../ui/states/states.tsx';
import classes from './box-paper.module.css';
import type { PaperRead } from './paper-reads.ts';

/** Maximum lines of a list, so that everything fits on two sheets. */
const MAX_ROWS = 6;

/** The newest alerts, open ones first. */
export function PaperAlerts({ box, read }: { box: Box; read: PaperRead<readonly Alert[]> }) {
  const t = useText('box');
  const words = useText('alerts');
  const domain = useText('domain');
  const formats = useFormats();
  const { when } = useConditionSentence();
  const position = (id: number) => box.aeros.find((aero) => aero.id === id)?.position ?? '';
  return (
    <Listed title={t('tab.alerts')} none={t('alerts.none')} read={read}>
      {(alert) => (
        <Table.Tr key={alert.id}>
          <Table.Td className={classes.short}>{formats.dateTime(alert.opened_at)}</Table.Td>
          <Table.Td className={classes.short}>{domain('aero', { position: position(alert.aero) })}</Table.Td>
          <Table.Td>{alert.supervisor_name}</Table.Td>
          <Table.Td>
            {`${when(alert.condition)} (${words('column.value')} ${conditionValue(alert.condition, alert.value, formats)})`}
          </Table.Td>
          <Table.Td className={classes.short}>{t(alert.seen ? 'alerts.archived' : 'alerts.open')}</Table.Td>
        </Table.Tr>
      )}
    </Listed>
  );
}

/** The newest entries of the log. */
export function PaperLog({ read }: { read: PaperRead<Answer<'notesList'>['results']> }) {
  const t = useText('box');
  const noteWords = useText('notes');
  const formats = useFormats();
  return (
    <Listed title={t('paper.log')} none={t('log.none')} read={read}>
      {(note) => (
        <Table.Tr key={note.id}>
          <Table.Td className={classes.short}>{formats.dateTime(note.at)}</Table.Td>
          <Table.Td className={classes.short}>{noteWords(`kinds.${note.kind}`)}</Table.Td>
          <Table.Td>{note.user_name ?? '–'}</Table.Td>
          <Table.Td>
            <Text size="xs" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {note.text}
            </Text>
          </Table.Td>
        </Table.Tr>
      )}
    </Listed>
  );
}

interface ListedProps<T> {
  title: string;
  /** Shown only if the list loaded and is empty. */
  none: string;
  read: PaperRead<readonly T[]>;
  children: (row: T) => ReactNode;
}
function Listed<T>({ title, none, read, children }: ListedProps<T>) {
  return (
    <section className={classes.part}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {read.failure === undefined ? null : <ErrorState failure={read.failure} onRetry={read.onRetry} />}
      {read.failure !== undefined || read.data === undefined ? null : (
        <Rows title={title} none={none} rows={read.data} row={children} />
      )}
    </section>
  );
}

type RowsProps<T> = Pick<ListedProps<T>, 'title' | 'none'> & {
  rows: readonly T[];
  row: ListedProps<T>['children'];
};
function Rows<T>({ title, none, rows, row }: RowsProps<T>) {
  const t = useText('box');
  if (rows.length === 0) return <Text size="xs">{none}</Text>;
  return (
    <>
      <Table verticalSpacing={2} fz="xs" aria-label={title}>
        <Table.Tbody>{rows.slice(0, MAX_ROWS).map(row)}</Table.Tbody>
      </Table>
      {rows.length > MAX_ROWS ? (
        <Text size="xs">{t('paper.more', { count: rows.length - MAX_ROWS })}</Text>
      ) : null}
    </>
  );
}
