/**
 * Results found without the server: actions, faults, box states and settings, each with the screen that shows
 * them.
 */

import { grants, type Level } from '@aerowatch/domain/access';
import { FAULTS } from '@aerowatch/domain/faults/list';
import type { Language } from '@aerowatch/domain/languages';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import type { diagnostics as Diagnostics } from '@aerowatch/i18n/en/diagnostics';
import type { domain as Domain } from '@aerowatch/i18n/en/domain';
import type { preferences as Preferences } from '@aerowatch/i18n/en/preferences';
import type { settings as Settings } from '@aerowatch/i18n/en/settings';
import type { Translation } from '@aerowatch/i18n/index';
import { useEffect, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { fold } from '../../../table/rows.ts';

export interface PaletteState {
  readonly key: string;
  readonly kind: 'action' | 'finding' | 'state' | 'setting';
  /** In the reader's language. */
  readonly label: string;
  readonly path: string;
  readonly level: Level;
  /** In every language, without case and accents: people search for the word they know. */
  readonly words: string;
}

/** The searchable texts of one language. */
export interface StateTexts {
  readonly diagnostics: Translation<typeof Diagnostics>;
  readonly domain: Translation<typeof Domain>;
  readonly settings: Translation<typeof Settings>;
  readonly preferences: Translation<typeof Preferences>;
}
export type TextsByLanguage = Readonly<Record<Language, StateTexts>>;

const STATUSES = ['new', 'online', 'late', 'silent'] as const;
const TWINS = ['in_sync', 'pending', 'overdue', 'refused', 'never_reported'] as const;

/** Actions available on any screen, by the path that performs them or leads to them. */
const ACTIONS = [
  { key: 'monthly_report', path: paths.dashboard({ report: 'last' }) },
  { key: 'my_orders', path: paths.workOrders({ tab: 'mine' }) },
  { key: 'exports', path: paths.jobs() },
] as const;

interface Row {
  kind: PaletteState['kind'];
  key: string;
  path: string;
  level?: Level;
  text: (texts: StateTexts) => string;
}
type Tab = keyof StateTexts['settings']['tab'];

const ACTION_ROWS = ACTIONS.map(
  ({ key, path }): Row => ({
    kind: 'action',
    key: `action-${key}`,
    path,
    text: (of) => of.settings.action[key],
  }),
);

function rowsOf(texts: StateTexts): Row[] {
  return [
    ...ACTION_ROWS,
    ...FAULTS.map(
      (fault): Row => ({
        kind: 'finding',
        key: `fault-${fault}`,
        path: paths.diagnostics({ fault }),
        text: (of) => of.diagnostics.fault[fault],
      }),
    ),
    ...STATUSES.map(
      (status): Row => ({
        kind: 'state',
        key: `status-${status}`,
        path: paths.boxes({ status }),
        text: (of) => of.domain.status[status],
      }),
    ),
    ...SAMI_LEVELS.map(
      (sami): Row => ({
        kind: 'state',
        key: `sami-${sami}`,
        path: paths.boxes({ sami }),
        text: (of) => `SAMI ${of.domain.sami[sami]}`,
      }),
    ),
    ...TWINS.map(
      (twin): Row => ({
        kind: 'state',
        key: `twin-${twin}`,
        path: paths.boxes({ twin }),
        text: (of) => of.domain.twin[twin],
      }),
    ),
    ...(Object.keys(texts.settings.tab) as Tab[]).map(
      (tab): Row => ({
        kind: 'setting',
        key: `settings-${tab}`,
        path: paths.settings({ tab }),
        level: tab === 'machine' ? 'admin' : 'privileged',
        text: (of) => of.settings.tab[tab],
      }),
    ),
    ...(
      ['language', 'unit_system', 'theme', 'time_zone', 'notifications', 'quiet', 'week_ahead'] as const
    ).map(
      (name): Row => ({
        kind: 'setting',
        key: `preference-${name}`,
        path: paths.preferences(),
        text: (of) => of.preferences[name],
      }),
    ),
  ];
}

/** All entries for a user. */
export function paletteStates(texts: TextsByLanguage, language: Language, reader: Level): PaletteState[] {
  return rowsOf(texts[language])
    .filter(({ level = 'observer' }) => grants(reader, level))
    .map(({ text, level = 'observer', ...row }) => ({
      ...row,
      level,
      label: text(texts[language]),
      words: fold(Object.values(texts).map(text).join('\n')),
    }));
}

/** Those that contain every typed word, at most `most`. */
export function statesMatching(states: readonly PaletteState[], typed: string, most: number): PaletteState[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return states.filter((state) => words.every((word) => state.words.includes(word))).slice(0, most);
}

const files = import.meta.glob<Record<string, unknown>>(
  '../../../../i18n/*/{diagnostics,domain,settings,preferences}.ts',
);

async function loadTexts(): Promise<TextsByLanguage> {
  const found: Record<string, Record<string, unknown>> = {};
  await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const [, language, area] = /i18n\/(\w+)\/(\w+)\.ts$/.exec(path)!;
      found[language!] ??= {};
      found[language!]![area!] = (await load())[area!];
    }),
  );
  return found as unknown as TextsByLanguage;
}

/** Empty until the words of every language have loaded; until then the palette still finds boxes and screens. */
export function usePaletteStates(language: Language, reader: Level): readonly PaletteState[] {
  const [texts, setTexts] = useState<TextsByLanguage | null>(null);
  useEffect(() => {
    loadTexts().then(setTexts, () => undefined);
  }, []);
  const [states, setStates] = useState<readonly PaletteState[]>([]);
  useEffect(() => {
    if (texts !== null) setStates(paletteStates(texts, language, reader));
  }, [texts, language, reader]);
  return states;
}
