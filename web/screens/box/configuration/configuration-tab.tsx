import type { Box } from '@aerowatch/contracts/api/boxes';
import {
  BOX_CONFIGURATION,
  CONFIGURATION_KEYS,
  type ConfigurationGroup,
  type ConfigurationKey,
  SECRET_KEYS,
} from '@aerowatch/domain/box-configuration';
import { Alert, Badge, Button, Group, Paper, Stack, Switch, Table } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useConfigurationValue } from '../../../entities/boxes/form/configuration-value.ts';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { fetchOnce } from '../../../lib/query/fetch-once.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/links/link-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { toast } from '../../../ui/toast.ts';
import { ConfigurationHistory } from './configuration-history.tsx';

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

/** Desired and reported side by side, each difference marked with its sync state. */
export function ConfigurationTab({ box, refetch }: { box: Box; refetch: () => void }) {
  const t = useText('box');
  const words = useText('configuration');
  const formats = useFormats();
  const show = useConfigurationValue();
  const [only, setOnly] = useState(false);
  const reveal = useReveal(box);
  const shown = reveal.shown ?? box;
  const differs = (key: ConfigurationKey) => (box.twin.fields[key]?.state ?? 'in_sync') !== 'in_sync';
  const waiting = CONFIGURATION_KEYS.filter(differs).length;
  const period = (box.reported?.upload_time ?? box.desired.upload_time ?? 60) * 60_000;
  const next = box.last_send === null ? null : Date.parse(box.last_send) + period;
  return (
    <Stack>
      {box.reported === null ? <Alert>{t('configuration.never')}</Alert> : null}
      {waiting > 0 ? (
        <Alert color="blue">
          {t('configuration.pending', { count: waiting })}{' '}
          {next === null ? '' : t('configuration.expected', { when: formats.dateTime(next) })}
        </Alert>
      ) : null}
      <Paper p="md">
        <Group justify="space-between" mb="sm">
          <Switch
            label={t('configuration.differences')}
            checked={only}
            onChange={(event) => setOnly(event.currentTarget.checked)}
          />
          <ForMembers>
            {reveal.possible && (
              <Button
                variant="default"
                leftSection={
                  reveal.shown === null ? (
                    <IconEye size={16} aria-hidden />
                  ) : (
                    <IconEyeOff size={16} aria-hidden />
                  )
                }
                onClick={() => void reveal.toggle()}
              >
                {t(reveal.shown === null ? 'configuration.reveal' : 'configuration.hide')}
              </Button>
            )}
            <LinkButton variant="light" to={paths.boxEdit(box.id)}>
              {t('configuration.edit')}
            </LinkButton>
          </ForMembers>
        </Group>
        <Table.ScrollContainer minWidth={460}>
          <Table aria-label={t('tab.configuration')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('configuration.field')}</Table.Th>
                <Table.Th>{`${t('configuration.desired')} · ${t('configuration.version', { version: box.desired.configuration_version ?? 0 })}`}</Table.Th>
                <Table.Th>
                  {box.reported
                    ? `${t('configuration.reported')} · ${t('configuration.version', { version: box.reported.configuration_version ?? '–' })}`
                    : t('configuration.reported')}
                </Table.Th>
                <Table.Th>{t('configuration.state')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {GROUPS.map((group) => {
                const keys = CONFIGURATION_KEYS.filter(
                  (key) =>
                    BOX_CONFIGURATION[key].group === group &&
                    key !== 'configuration_version' &&
                    (!only || differs(key)),
                );
                if (keys.length === 0) return null;
                return (
                  <Fragment key={group}>
                    <Table.Tr>
                      <Table.Th colSpan={4} scope="colgroup" bg="var(--aw-hover)">
                        {words(`group.${group}`)}
                      </Table.Th>
                    </Table.Tr>
                    {keys.map((key) => (
                      <Table.Tr key={key}>
                        <Table.Td>{words(`field.${key}`)}</Table.Td>
                        <Table.Td fw={differs(key) ? 700 : 400}>{show(key, shown.desired[key])}</Table.Td>
                        <Table.Td>{shown.reported ? show(key, shown.reported[key]) : '–'}</Table.Td>
                        <Table.Td>
                          <FieldState field={box.twin.fields[key]} />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Fragment>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      <Panel title={t('configuration.history')} gap="sm">
        <ConfigurationHistory box={box} onRestored={refetch} />
      </Panel>
    </Stack>
  );
}

/** The secrets of a box in clear, for privileged people after a confirmation; hidden again at any edit. */
function useReveal(box: Box) {
  const privileged = useGrants('privileged');
  const [clear, setClear] = useState<Box | null>(null);
  const shown = clear?.id === box.id && clear.updated_at === box.updated_at ? clear : null;
  const toggle = async (): Promise<void> => {
    if (shown !== null) return setClear(null);
    const result = await fetchOnce('boxesGet', { params: { id: box.id }, query: { secrets: 'clear' } });
    if (result.ok) setClear(result.data);
    else toast.failure(result);
  };
  return { shown, toggle, possible: privileged && holdsSecret(box) };
}
const holdsSecret = ({ desired, reported }: Box) =>
  SECRET_KEYS.some((key) => Boolean(desired[key]) || Boolean(reported?.[key]));

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
