import type { Box } from '@aerowatch/contracts/api/boxes';
import { ActionIcon, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { RolloutBadge, RolloutBoxBadge } from '../../../entities/rollouts/rollout-badges.tsx';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useGrants, useProfile } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { SamiBadge } from '../../../ui/badges/sami-mark.tsx';
import { TextLink } from '../../../ui/links/text-link.tsx';
import { useConfigurationChanges } from '../configuration/use-configuration-changes.ts';
import { EntryText } from './entry-text.tsx';
import type { ConfigurationRow, NoteRow, RolloutRow, SamiRow } from './timeline.ts';

/** The existing facts, joined in a line. */
const joined = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== '').join(' · ');

/** A change of the SAMI of an AERO: who or which supervisor made it, and why. */
export function SamiEntry({ change }: { change: SamiRow }) {
  const t = useText('box');
  const { user_name: user, supervisor_name: supervisor } = change;
  const who = user ?? (supervisor ? t('sami.supervisor', { name: supervisor }) : t('sami.system'));
  return (
    <EntryText
      head={
        <Group gap={6}>
          <SamiBadge level={change.from} />
          <span aria-hidden>→</span>
          <SamiBadge level={change.to} />
        </Group>
      }
      below={joined([who, change.reason])}
    />
  );
}

/** A note; its author may change it. */
export function NoteEntry({ note, onEdit }: { note: NoteRow; onEdit: () => void }) {
  const noteWords = useText('notes');
  const domain = useText('domain');
  const formats = useFormats();
  const privileged = useGrants('privileged');
  const changes = useGrants('member');
  const profile = useProfile();
  const mayEdit = privileged || (changes && note.user === profile?.id);
  return (
    <EntryText
      head={note.text}
      state={
        mayEdit ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            className="aw-no-print"
            aria-label={noteWords('edit_name', { when: formats.dateTime(note.at) })}
            onClick={onEdit}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        ) : undefined
      }
      below={joined([
        noteWords(`kinds.${note.kind}`),
        note.metrics?.map((metric) => domain(`metric.${metric}.name`)).join(', ') ?? null,
        note.user_name,
      ])}
    />
  );
}

/** A firmware update, and its progress on this box. */
export function FirmwareEntry({ rollout, box }: { rollout: RolloutRow; box: Box }) {
  const privileged = useGrants('privileged');
  const own = rollout.boxes.find((row) => row.box === box.id);
  return (
    <EntryText
      head={
        privileged ? (
          <TextLink to={paths.firmwareUpdate(rollout.id)} fw={600}>
            {rollout.version}
          </TextLink>
        ) : (
          rollout.version
        )
      }
      state={own ? <RolloutBoxBadge state={own.state} /> : <RolloutBadge state={rollout.state} />}
      below={own?.detail ?? ''}
    />
  );
}

/** A version of the desired configuration: its changes, and their author. */
export function ConfigurationEntry({
  version,
  before,
}: {
  version: ConfigurationRow;
  before?: ConfigurationRow;
}) {
  const t = useText('box');
  const changesOf = useConfigurationChanges();
  const number = t('configuration.version', { version: version.configuration_version });
  const changes = changesOf(version.desired, before?.desired);
  return (
    <EntryText
      head={changes || number}
      below={joined([changes === '' ? '' : number, version.user_name ?? t('sami.system')])}
    />
  );
}
