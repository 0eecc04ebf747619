import type { Box } from '@aerowatch/contracts/api/boxes';
import { Group, Text } from '@mantine/core';
import { IconBell, IconCpu, IconNote, IconSettings, IconShieldCheck, IconTool } from '@tabler/icons-react';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';
import { ConfigurationEntry, FirmwareEntry, NoteEntry, SamiEntry } from './entries-of-box.tsx';
import { AlertEntry, WorkEntry } from './entries-of-work.tsx';
import classes from './history.module.css';
import type { Entry, NoteRow } from './timeline.ts';

const ICONS = {
  alert: IconBell,
  sami: IconShieldCheck,
  note: IconNote,
  work: IconTool,
  firmware: IconCpu,
  configuration: IconSettings,
} as const;

interface Props {
  entry: Entry;
  box: Box;
  onEdit: (note: NoteRow) => void;
}

/** One event: time, kind, AERO, and content. */
export function TimelineRow({ entry, box, onEdit }: Props) {
  const t = useText('box');
  const domain = useText('domain');
  const formats = useFormats();
  const Icon = ICONS[entry.kind];
  const aero =
    'aero' in entry.row
      ? box.aeros.find(({ id }) => 'aero' in entry.row && id === entry.row.aero)
      : undefined;
  return (
    <li className={classes.entry}>
      <SmallText component="time" dateTime={entry.at} className="aw-figures">
        {formats.dateTime(entry.at)}
      </SmallText>
      <Group gap={6} wrap="nowrap" className={classes.kind}>
        <Icon size={16} aria-hidden />
        <Text span size="sm">
          {t(`history.one.${entry.kind}`)}
          {aero ? ` · ${domain('aero', { position: aero.position })}` : ''}
        </Text>
      </Group>
      <div className={classes.what}>
        <What entry={entry} box={box} onEdit={onEdit} />
      </div>
    </li>
  );
}

function What({ entry, box, onEdit }: Props) {
  switch (entry.kind) {
    case 'alert':
      return <AlertEntry alert={entry.row} />;
    case 'sami':
      return <SamiEntry change={entry.row} />;
    case 'note':
      return <NoteEntry note={entry.row} onEdit={() => onEdit(entry.row)} />;
    case 'work':
      return <WorkEntry order={entry.row} />;
    case 'firmware':
      return <FirmwareEntry rollout={entry.row} box={box} />;
    case 'configuration':
      return <ConfigurationEntry version={entry.row} before={entry.before} />;
  }
}
