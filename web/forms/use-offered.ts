import { type ComboboxItem, defaultOptionsFilter, type OptionsFilter } from '@mantine/core';
import { useText } from '../lib/text.ts';

/** A last, disabled option: how many of how many are offered. */
export function useOfferedNote(): (
  shown: number,
  count: number,
) => { value: string; label: string; disabled: true } {
  const t = useText('common');
  return (shown, count) => ({
    value: 'offered',
    label: t('form.offered', { shown, count }),
    disabled: true,
  });
}

/** Offers the first `limit` options that match what is typed, and says so if there are more. */
export function useOffered(limit: number): OptionsFilter {
  const note = useOfferedNote();
  return (input) => {
    // The values of these lists are texts.
    const found = defaultOptionsFilter({ ...input, limit: Number.POSITIVE_INFINITY }) as ComboboxItem[];
    return found.length > limit ? [...found.slice(0, limit), note(limit, found.length)] : found;
  };
}
