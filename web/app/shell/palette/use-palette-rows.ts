import { grants } from '@aerowatch/domain/access';
import { useDebouncedValue } from '@mantine/hooks';
import { useFormats } from '../../../lib/format.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useLevel } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { fold } from '../../../table/rows.ts';
import { MENU, type NavEntry, OTHERS, SETTINGS } from '../nav.ts';
import { addressOfResult } from './palette-address.ts';
import { statesMatching, usePaletteStates } from './palette-states.ts';

/** An action of the palette. */
export interface PaletteRow {
  readonly key: string;
  readonly label: string;
  readonly path: string;
  readonly detail?: string;
  /** Its kind in words. */
  readonly kind?: string;
  readonly icon?: NavEntry['icon'];
}

/** Faults, states and settings shown at once. */
const MAX_STATES = 6;

/** Results of a query: from the server, among faults, states and settings, and among the screens. */
export function usePaletteRows(query: string) {
  const t = useText('common');
  const { language } = useFormats();
  const level = useLevel();
  const [asking] = useDebouncedValue(query.trim(), 150);
  const { data, isFetching, failure } = useQuery('search', { query: { q: asking } }, { skip: asking === '' });
  // While the next answer is loading the previous one stays visible; it is removed if there will be none.
  const results = asking === '' || failure !== undefined ? [] : (data?.results ?? []);
  const found = results.flatMap((result): PaletteRow[] => {
    const path = addressOfResult(result, level);
    const { type, id, label, detail } = result;
    return path === null
      ? []
      : [{ key: `${type}-${id}`, label, path, detail, kind: t(`search_type.${type}`) }];
  });
  const states = statesMatching(usePaletteStates(language, level), query, MAX_STATES).map(
    ({ key, kind, label, path }): PaletteRow => ({ key, label, path, kind: t(`search_type.${kind}`) }),
  );
  const screens = [...MENU, ...OTHERS, ...SETTINGS]
    .filter((entry) => grants(level, entry.level))
    .map(({ key, title, path, icon }): PaletteRow => ({ key, label: t(title), path, icon }))
    .filter(({ label }) => fold(label).includes(fold(query.trim())));
  // Results arrive after typing: the first of them is selected again, and opened if Enter was pressed before.
  return { found, states, screens, failure, ready: asking === query.trim() && !isFetching };
}
