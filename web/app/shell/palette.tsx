import { grants } from '@aerowatch/domain/access';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useRead } from '../../lib/api/read.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useLevel } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { fold } from '../../table/rows.ts';
import { MENU, OTHERS, SETTINGS } from './nav.ts';
import { addressOfResult } from './palette-address.ts';
import { paletteState } from './palette-state.ts';
import { statesMatching, usePaletteStates } from './palette-states.ts';
import { take } from './struck.ts';

/** Faults, states and settings shown at once. */
const MAX_STATES = 6;
const [store, palette] = createSpotlight();

function actions(): HTMLElement[] {
  const list = document.getElementById(store.getState().listId);
  return [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];
}
function unselect(): void {
  for (const action of actions()) action.removeAttribute('data-selected');
}
/** As Spotlight itself does when what is typed changes; `kept`: what the arrows chose stays, if it is still listed. */
function select(kept: boolean): void {
  const listed = actions();
  const chosen = kept ? listed.findIndex((action) => action.hasAttribute('data-selected')) : -1;
  const selected = chosen === -1 ? Math.min(0, listed.length - 1) : chosen;
  unselect();
  listed[selected]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected }));
}

interface Props {
  /** Counts the times it was asked for: each opens it. */
  asked: number;
}

/** Jumps to any box, pole, AERO, person, rule or screen; Enter opens the first that is found. */
export default function Palette({ asked }: Props) {
  const t = useText('common');
  const { language } = useFormats();
  const level = useLevel();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const entered = useRef(false);
  const moved = useRef(false);
  const [asking] = useDebouncedValue(query.trim(), 150);
  const known = statesMatching(usePaletteStates(language, level), query, MAX_STATES);
  const { data, isFetching, failure } = useRead('search', { query: { q: asking } }, { skip: asking === '' });

  const screens = [...MENU, ...OTHERS, ...SETTINGS]
    .filter((entry) => grants(level, entry.level))
    .map((entry) => ({ ...entry, label: t(entry.title) }))
    .filter(({ label }) => fold(label).includes(fold(query.trim())));
  // While the next answer is awaited the former stays in view; where there will be none, nothing of it is meant.
  const found = (asking === '' || failure !== undefined ? [] : (data?.results ?? []))
    .map((result) => ({ ...result, address: addressOfResult(result, level) }))
    .filter((result) => result.address !== null);
  // Results come after what was typed: the first of them is chosen anew, and opened when Enter went before.
  const ready = asking === query.trim() && !isFetching;
  const listed = [
    ...found.map(({ type, id }) => `${type}-${id}`),
    ...[...known, ...screens].map(({ key }) => key),
  ].join();
  // With the list itself, not after it: a key pressed in between would be undone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list in the page is what is read
  useLayoutEffect(() => {
    if (query.trim() !== '' && !entered.current) select(moved.current);
  }, [listed, query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list in the page is what is read
  useEffect(() => {
    if (!ready || !entered.current) return;
    entered.current = false;
    actions()[0]?.click();
  }, [listed, ready, query]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true;
    // What the arrows chose is meant: it stands in view.
    if (event.key !== 'Enter' || ready || moved.current) return;
    entered.current = true;
    // Nothing of what is still shown is meant.
    unselect();
  };
  // What was struck before the field had the focus stands in it, as if it had been typed there.
  const onFocus = (): void => {
    const struck = take();
    if (struck.text === '') return;
    entered.current = struck.entered;
    moved.current = false;
    setQuery(struck.text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for opens it anew
  useEffect(() => {
    palette.open();
    // Asked for while it still fades out: the focus may have stayed.
    if (document.activeElement === field.current) onFocus();
  }, [asked]);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={(next) => {
        entered.current = false;
        moved.current = false;
        setQuery(next);
      }}
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
      // The kind of a result is to be read, also on the colour of what is chosen.
      styles={{ actionSection: { opacity: 1 }, actionDescription: { opacity: 1 } }}
    >
      <Spotlight.Search
        placeholder={t('shell.search_hint')}
        aria-label={t('shell.search')}
        ref={field}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
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
                  // In the colour of its row, which is another one when it is chosen.
                  <Text size="xs" c="inherit">
                    {t(`search_type.${type}`)}
                  </Text>
                }
                onClick={() => void navigate(address ?? paths.dashboard())}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {known.length > 0 && (
          <Spotlight.ActionsGroup label={t('shell.search_states')}>
            {known.map(({ key, kind, label, path }) => (
              <Spotlight.Action
                key={key}
                label={label}
                rightSection={
                  <Text size="xs" c="inherit">
                    {t(`search_type.${kind}`)}
                  </Text>
                }
                onClick={() => void navigate(path)}
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
        {failure === undefined ? null : (
          <Text size="sm" p="sm" role="alert" c="var(--mantine-color-error)">
            {t('shell.search_failed')}
          </Text>
        )}
        {failure === undefined && found.length + known.length + screens.length === 0 && (
          <Spotlight.Empty>{t('shell.search_none')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
