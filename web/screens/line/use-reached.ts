import { type ReachedAt, reachedAt } from '@aerowatch/domain/line/stop-candidates';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { Item } from './picture/track-layout.ts';
import { useLineWords } from './use-line-words.ts';

type Asked = { readonly item: Item } & Pick<Item['aero'], 'model'> & Pick<Item, 'travel'>;
export type ItemsReached = ReachedAt<Asked>;

/** The AEROs that reach a margin or a stop at a temperature (°C; null: unused), and a sentence about them. */
export function useReached(
  items: readonly Item[],
  temperature: number | null,
): { at: ItemsReached | null; sentence: string } {
  const t = useText('line');
  const words = useLineWords();
  const formats = useFormats();
  const at = useMemo(
    () =>
      temperature === null
        ? null
        : reachedAt(
            items.map((item): Asked => ({ item, model: item.aero.model, travel: item.travel })),
            temperature,
          ),
    [items, temperature],
  );
  if (at === null) return { at, sentence: t('temperature.hint') };
  const shown = formats.metric('temperature', temperature);
  const [first] = at.reached;
  const told =
    first === undefined
      ? t('temperature.nobody', { at: shown, of: at.known })
      : t('temperature.count', {
          at: shown,
          count: at.reached.length,
          of: formats.number(at.known),
          name: words.name(first.aero.item.aero),
          from: first.from === null ? '–' : formats.metric('temperature', first.from),
        });
  const more = at.possible.length === 0 ? '' : ` ${t('temperature.possible', { count: at.possible.length })}`;
  return { at, sentence: told + more };
}
