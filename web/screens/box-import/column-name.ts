import { useCallback } from 'react';
import { AERO_FIELDS, BOX_FIELDS } from '../../entities/boxes/form/field-names.ts';
import { useText } from '../../lib/text.ts';

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name);

/** Whether an error stands in a cell of the file. */
export const isColumn = (key: string): boolean =>
  isOneOf(BOX_FIELDS, key) || isOneOf(AERO_FIELDS, key.replace(/^aero[12]_/, ''));

/** `aero2_stroke_max` in the user's language; an unknown name stays unchanged. */
export function useColumnName(): (key: string) => string {
  const t = useText('domain');
  return useCallback(
    (key) => {
      const [, position, field = ''] = /^aero([12])_(.+)$/.exec(key) ?? [];
      if (position !== undefined && isOneOf(AERO_FIELDS, field))
        return `${t('aero', { position })} · ${t(`field.${field}`)}`;
      return isOneOf(BOX_FIELDS, key) ? t(`field.${key}`) : key === 'non_field_errors' ? '–' : key;
    },
    [t],
  );
}
