import type { Box } from '@aerowatch/contracts/api/boxes';
import { CONFIGURATION_KEYS } from '@aerowatch/domain/box/box-configuration';
import { Alert, Button, Group, Paper, Stack, Switch } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ForMembers } from '../../../entities/session/for-members.tsx';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/links/link-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ConfigurationHistory } from './configuration-history.tsx';
import { ConfigurationTable, differs } from './configuration-table.tsx';
import { useReveal } from './use-reveal.ts';

/** The configuration of a box, desired and reported, and its earlier versions. */
export function ConfigurationTab({ box, refetch }: { box: Box; refetch: () => void }) {
  const t = useText('box');
  const [only, setOnly] = useState(false);
  const reveal = useReveal(box);
  return (
    <Stack>
      <Delivery box={box} />
      <Paper p="md">
        <Group justify="space-between" mb="sm">
          <Switch
            label={t('configuration.differences')}
            checked={only}
            onChange={(event) => setOnly(event.currentTarget.checked)}
          />
          <ForMembers>
            {reveal.possible && (
              <Reveal shown={reveal.shown !== null} onToggle={() => void reveal.toggle()} />
            )}
            <LinkButton variant="light" to={paths.boxEdit(box.id)}>
              {t('configuration.edit')}
            </LinkButton>
          </ForMembers>
        </Group>
        <ConfigurationTable box={box} shown={reveal.shown ?? box} only={only} />
      </Paper>
      <Panel title={t('configuration.history')} gap="sm">
        <ConfigurationHistory box={box} onRestored={refetch} />
      </Panel>
    </Stack>
  );
}

/** Fields that the box has not applied yet, and when it may. */
function Delivery({ box }: { box: Box }) {
  const t = useText('box');
  const formats = useFormats();
  const waiting = CONFIGURATION_KEYS.filter((key) => differs(box, key)).length;
  const period = (box.reported?.upload_time ?? box.desired.upload_time ?? 60) * 60_000;
  const next = box.last_send === null ? null : Date.parse(box.last_send) + period;
  return (
    <>
      {box.reported === null ? <Alert>{t('configuration.never')}</Alert> : null}
      {waiting > 0 ? (
        <Alert color="blue">
          {t('configuration.pending', { count: waiting })}{' '}
          {next === null ? '' : t('configuration.expected', { when: formats.dateTime(next) })}
        </Alert>
      ) : null}
    </>
  );
}

/** Shows the secrets, or hides them again. */
function Reveal({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
  const t = useText('box');
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={onToggle}>
      {t(shown ? 'configuration.hide' : 'configuration.reveal')}
    </Button>
  );
}
