import { CONFIGURATION_KEYS, type ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { Alert, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconBattery1, IconInfoCircle } from '@tabler/icons-react';
import { measuredInBox } from '../../../entities/boxes/form/aero-quantities.ts';
import { useConfigurationValue } from '../../../entities/boxes/form/configuration-value.ts';
import { shownRefusal } from '../../../forms/shown-bounds.ts';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';

type Preview = Answer<'boxesBulkConfiguration'>;
type Row = Preview['boxes'][number];
/** Maximum rows shown; the rest is counted. */
const MAX_ROWS = 100;

/** The effect of a bulk change on each box: refusals first, then warnings, then the rest. */
export function ChangePreview({ preview }: { preview: Preview }) {
  const t = useText('boxes');
  const formats = useFormats();
  const count = (test: (row: Row) => boolean) => preview.boxes.filter(test).length;
  const changed = count((row) => Object.keys(row.changes).length > 0);
  const refused = count((row) => Object.keys(row.errors).length > 0);
  const warned = count((row) => row.warnings.length > 0);
  const weight = (row: Row) =>
    Object.keys(row.errors).length > 0
      ? 0
      : row.warnings.length > 0
        ? 1
        : Object.keys(row.changes).length > 0
          ? 2
          : 3;
  const rows = [...preview.boxes].sort((a, b) => weight(a) - weight(b));
  return (
    <Stack gap="sm">
      {refused > 0 ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {t('change.errors', { count: refused })}
        </Alert>
      ) : changed === 0 ? (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          {t('change.nothing')}
        </Alert>
      ) : null}
      {warned > 0 ? (
        <Alert color="amber" icon={<IconBattery1 aria-hidden />}>
          {t('change.warnings', { count: warned })}
        </Alert>
      ) : null}
      <Text fw={600} role="status">
        {t('change.summary', {
          changed: formats.number(changed),
          total: formats.number(preview.boxes.length),
        })}
      </Text>
      <Table.ScrollContainer minWidth={560} mah={380}>
        <Table stickyHeader>
          <Table.Thead bg="var(--aw-surface)">
            <Table.Tr>
              <Table.Th>{t('change.box')}</Table.Th>
              <Table.Th>{t('change.from_to')}</Table.Th>
              <Table.Th>{t('change.expected')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, MAX_ROWS).map((row) => (
              <PreviewRow key={row.box} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > MAX_ROWS ? (
        <Text c="dimmed">{t('change.more', { count: rows.length - MAX_ROWS })}</Text>
      ) : null}
    </Stack>
  );
}

function PreviewRow({ row }: { row: Row }) {
  const t = useText('boxes');
  const words = useText('configuration');
  const formats = useFormats();
  const say = useConfigurationValue();
  const changes = Object.entries(row.changes) as [ConfigurationKey, { from: unknown; to: unknown }][];
  const nameOf = (key: string) =>
    (CONFIGURATION_KEYS as readonly string[]).includes(key) ? words(`field.${key as ConfigurationKey}`) : key;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Th scope="row" style={{ whiteSpace: 'nowrap' }}>
        {row.serial_number}
      </Table.Th>
      <Table.Td>
        {changes.length === 0 ? (
          <Text c="dimmed">{t('change.same')}</Text>
        ) : (
          changes.map(([key, { from, to }]) => (
            <Text key={key}>
              <Text span c="dimmed">
                {nameOf(key)}
              </Text>
              {' · '}
              {say(key, from)} <IconArrowRight size={14} style={{ verticalAlign: '-2px' }} aria-hidden />{' '}
              <b>{say(key, to)}</b>
            </Text>
          ))
        )}
        {Object.entries(row.errors).map(([key, messages]) => (
          <Text key={key} c="var(--mantine-color-error)">
            {`${nameOf(key)} · ${messages.map((one) => shownRefusal(one, measuredInBox(`desired.${key}`), formats)).join(' ')}`}
          </Text>
        ))}
        {row.warnings.map((warning) => (
          <Warning key={warning} warning={warning} />
        ))}
      </Table.Td>
      <Table.Td>
        {changes.length === 0
          ? '–'
          : row.expected_at === null
            ? t('change.expected_unknown')
            : formats.dateTime(row.expected_at)}
      </Table.Td>
    </Table.Tr>
  );
}

/** `battery_upload_time|consumption|december|days`, as the server sends it. */
function Warning({ warning }: { warning: string }) {
  const words = useText('configuration');
  const formats = useFormats();
  const [code, consumption, december, days] = warning.split('|');
  const number = (text: string | undefined) => formats.number(Number(text));
  return (
    <SmallText>
      {words(
        code === 'battery_upload_time_alert'
          ? 'battery.upload_time_alert_short'
          : 'battery.upload_time_short',
        {
          consumption: number(consumption),
          december: number(december),
          days: number(days),
        },
      )}
    </SmallText>
  );
}
