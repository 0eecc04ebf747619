import type { Box } from '@aerowatch/contracts/api/boxes';
import {
  BOX_CONFIGURATION,
  CONFIGURATION_KEYS,
  type ConfigurationGroup,
  type ConfigurationKey,
} from '@aerowatch/domain/box/box-configuration';
import { Badge, Group, Table } from '@mantine/core';
import { useConfigurationValue } from '../../../entities/boxes/form/configuration-value.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';

type Field = Box['twin']['fields'][string];
const GROUPS: readonly ConfigurationGroup[] = [
  'versions',
  'timing',
  'maintenance',
  'cellular',
  'server',
  'aero1',
  'aero2',
];
const COLORS = { in_sync: 'teal', pending: 'blue', overdue: 'orange', refused: 'red' } as const;

/** Whether a field of the box differs from the desired value. */
export const differs = (box: Box, key: ConfigurationKey): boolean =>
  (box.twin.fields[key]?.state ?? 'in_sync') !== 'in_sync';

interface Props {
  box: Box;
  /** The same box, with its secrets in clear if requested. */
  shown: Box;
  /** Only fields that differ. */
  only: boolean;
}

/** Desired and reported side by side, each difference marked with its sync state. */
export function ConfigurationTable(props: Props) {
  const t = useText('box');
  const { box } = props;
  const version = (of: Box['desired'], absent: string | number) =>
    t('configuration.version', { version: of.configuration_version ?? absent });
  return (
    <Table.ScrollContainer minWidth={460}>
      <Table aria-label={t('tab.configuration')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('configuration.field')}</Table.Th>
            <Table.Th>{`${t('configuration.desired')} · ${version(box.desired, 0)}`}</Table.Th>
            <Table.Th>
              {box.reported
                ? `${t('configuration.reported')} · ${version(box.reported, '–')}`
                : t('configuration.reported')}
            </Table.Th>
            <Table.Th>{t('configuration.state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {GROUPS.map((group) => (
            <GroupRows key={group} group={group} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The fields of a group below its name; nothing if none is to be shown. */
function GroupRows({ group, box, shown, only }: Props & { group: ConfigurationGroup }) {
  const words = useText('configuration');
  const show = useConfigurationValue();
  const keys = CONFIGURATION_KEYS.filter(
    (key) =>
      BOX_CONFIGURATION[key].group === group &&
      key !== 'configuration_version' &&
      (!only || differs(box, key)),
  );
  if (keys.length === 0) return null;
  return (
    <>
      <Table.Tr>
        <Table.Th colSpan={4} scope="colgroup" bg="var(--aw-hover)">
          {words(`group.${group}`)}
        </Table.Th>
      </Table.Tr>
      {keys.map((key) => (
        <Table.Tr key={key}>
          <Table.Td>{words(`field.${key}`)}</Table.Td>
          <Table.Td fw={differs(box, key) ? 700 : 400}>{show(key, shown.desired[key])}</Table.Td>
          <Table.Td>{shown.reported ? show(key, shown.reported[key]) : '–'}</Table.Td>
          <Table.Td>
            <FieldState field={box.twin.fields[key]} />
          </Table.Td>
        </Table.Tr>
      ))}
    </>
  );
}

function FieldState({ field }: { field: Field | undefined }) {
  const t = useText('box');
  const words = useText('domain');
  const formats = useFormats();
  if (!field) return null;
  return (
    <Group gap={6}>
      <Badge color={COLORS[field.state]}>{words(`twin.${field.state}`)}</Badge>
      <SmallText span>
        {[
          field.since ? t('configuration.since', { when: formats.dateTime(field.since) }) : '',
          field.detail ?? '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </SmallText>
    </Group>
  );
}
