import { Text } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useText } from '../../../lib/text.ts';
import { store, useEntry, useOpening, useSelection } from './palette-keys.ts';
import { paletteState } from './palette-state.ts';
import { type PaletteRow, usePaletteRows } from './use-palette-rows.ts';

interface Props {
  /** Counts the requests to open it. */
  requests: number;
}

/** Jumps to any box, pole, AERO, person, rule or screen; Enter opens the first result. */
export default function Palette({ requests }: Props) {
  const t = useText('common');
  const entry = useEntry();
  const { found, states, screens, failure, ready } = usePaletteRows(entry.query);
  const rows = [...found, ...states, ...screens];
  const onKeyDown = useSelection(entry, rows.map(({ key }) => key).join(), ready);
  useOpening(requests, entry);
  return (
    <Spotlight.Root
      store={store}
      query={entry.query}
      onQueryChange={(next) => entry.change(next)}
      scrollable
      maxHeight={420}
      shortcut={null}
      onSpotlightOpen={() => {
        paletteState.opened = true;
      }}
      onSpotlightClose={() => {
        paletteState.opened = false;
      }}
      overlayProps={{ blur: 0 }}
      // The kind of a result must be readable, also on the colour of the selected one.
      styles={{ actionSection: { opacity: 1 }, actionDescription: { opacity: 1 } }}
    >
      <Spotlight.Search
        placeholder={t('shell.search_hint')}
        aria-label={t('action.search')}
        ref={entry.field}
        onFocus={entry.onFocus}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <Actions label={t('shell.search_results')} rows={found} />
        <Actions label={t('shell.search_states')} rows={states} />
        <Actions label={t('shell.search_screens')} rows={screens} />
        {failure !== undefined && (
          <Text p="sm" role="alert" c="var(--mantine-color-error)">
            {t('shell.search_failed')}
          </Text>
        )}
        {failure === undefined && rows.length === 0 && (
          <Spotlight.Empty>{t('form.nothing_found')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Actions({ label, rows }: { label: string; rows: readonly PaletteRow[] }) {
  const navigate = useNavigate();
  if (rows.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {rows.map(({ key, label, detail, kind, path, icon: Icon }) => (
        <Spotlight.Action
          key={key}
          label={label}
          description={detail}
          leftSection={Icon && <Icon size={20} aria-hidden />}
          rightSection={
            // In the colour of its row, which differs when it is selected.
            kind !== undefined && (
              <Text size="xs" c="inherit">
                {kind}
              </Text>
            )
          }
          onClick={() => void navigate(path)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}
