import { grants } from '@aerowatch/domain/access';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRead } from '../../lib/api/read.ts';
import { useLevel } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { fold } from '../../table/rows.ts';
import { MENU, OTHERS, SETTINGS } from './nav.ts';
import { addressOfResult } from './palette-address.ts';

/** Jumps to any box, pole, AERO, person, rule or screen. */
export default function Palette({ asked }: { asked: number }) {
  const t = useText('common');
  const level = useLevel();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [asking] = useDebouncedValue(query.trim(), 150);
  const { data } = useRead('search', { query: { q: asking } }, { skip: asking === '' });
  useEffect(() => spotlight.open(), [asked]);

  const screens = [...MENU, ...OTHERS, ...SETTINGS]
    .filter((entry) => grants(level, entry.level))
    .map((entry) => ({ ...entry, label: t(`nav.${entry.key}`) }))
    .filter(({ label }) => fold(label).includes(fold(query.trim())));
  const found = (asking === '' ? [] : (data?.results ?? []))
    .map((result) => ({ ...result, address: addressOfResult(result, level) }))
    .filter((result) => result.address !== null);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight={420}
      shortcut={null}
      overlayProps={{ blur: 0 }}
    >
      <Spotlight.Search
        placeholder={t('shell.search_hint')}
        aria-label={t('shell.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {found.length > 0 && (
          <Spotlight.ActionsGroup label={t('shell.search_results')}>
            {found.map(({ type, id, label, detail, address }) => (
              <Spotlight.Action
                key={`${type}-${id}`}
                label={label}
                description={detail}
                rightSection={
                  <Text size="xs" c="dimmed">
                    {t(`search_type.${type}`)}
                  </Text>
                }
                onClick={() => void navigate(address ?? '/')}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {screens.length > 0 && (
          <Spotlight.ActionsGroup label={t('shell.search_screens')}>
            {screens.map(({ key, path, label, icon: Icon }) => (
              <Spotlight.Action
                key={key}
                label={label}
                leftSection={<Icon size={20} aria-hidden />}
                onClick={() => void navigate(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length + screens.length === 0 && <Spotlight.Empty>{t('shell.search_none')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
