import type { Alert } from '@aerowatch/contracts/api/alerts';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { Table, Text, Title } from '@mantine/core';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import classes from './box-paper.module.css';

/** Lines of a list: everything together takes two sheets. */
const MOST = 6;

/** The newest alerts, open ones first. */
export function PaperAlerts({ box, rows }: { box: Box; rows: readonly Alert[] }) {
  const t = useText('box');
  const words = useText('alerts');
  const domain = useText('domain');
  const formats = useFormats();
  const { when } = useConditionSentence();
  const position = (id: number) => box.aeros.find((aero) => aero.id === id)?.position ?? '';
  return (
    <section className={classes.part}>
      <Title order={2} size="h4">
        {t('tab.alerts')}
      </Title>
      {rows.length === 0 ? <Text size="xs">{t('alerts.none')}</Text> : null}
      <Table verticalSpacing={2} fz="xs" aria-label={t('tab.alerts')}>
        <Table.Tbody>
          {rows.slice(0, MOST).map((alert) => (
            <Table.Tr key={alert.id}>
              <Table.Td>{formats.dateTime(alert.opened_at)}</Table.Td>
              <Table.Td>{domain('aero', { position: position(alert.aero) })}</Table.Td>
              <Table.Td>{alert.supervisor_name}</Table.Td>
              <Table.Td>
                {`${when(alert.condition)} (${words('column.value')} ${conditionValue(alert.condition, alert.value, formats)})`}
              </Table.Td>
              <Table.Td>{t(alert.seen ? 'alerts.archived' : 'alerts.open')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <More count={rows.length - MOST} />
    </section>
  );
}

/** The newest entries of the log. */
export function PaperLog({ rows }: { rows: Answer<'notesList'>['results'] }) {
  const t = useText('box');
  const noteWords = useText('notes');
  const formats = useFormats();
  return (
    <section className={classes.part}>
      <Title order={2} size="h4">
        {t('tab.log')}
      </Title>
      {rows.length === 0 ? <Text size="xs">{t('log.none')}</Text> : null}
      <Table verticalSpacing={2} fz="xs" aria-label={t('tab.log')}>
        <Table.Tbody>
          {rows.slice(0, MOST).map((note) => (
            <Table.Tr key={note.id}>
              <Table.Td>{formats.dateTime(note.at)}</Table.Td>
              <Table.Td>{noteWords(`kinds.${note.kind}`)}</Table.Td>
              <Table.Td>{note.user_name ?? '–'}</Table.Td>
              <Table.Td>
                <Text size="xs" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                  {note.text}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <More count={rows.length - MOST} />
    </section>
  );
}

function More({ count }: { count: number }) {
  const t = useText('box');
  return count > 0 ? <Text size="xs">{t('paper.more', { count })}</Text> : null;
}
