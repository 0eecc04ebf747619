import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import { configurationProblems } from '@aerowatch/domain/box/configuration-problems';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { shownBounds } from '../../../forms/shown-bounds.ts';
import type { Formats } from '../../../lib/format.ts';
import { currentLanguage, type TextOf } from '../../../lib/text.ts';
import { AERO_PAIRS, measuredInBox } from './aero-quantities.ts';
import { type BoxValues, checkedConfiguration } from './form-values.ts';

/** Checks beyond the contract: both coordinates, rules between fields. */
export function checkBox(
  values: BoxValues,
  t: TextOf<'boxes'>,
  formats: Formats,
): Record<string, string | null> {
  const say = (path: string, message: string): string =>
    translateMessage(shownBounds(message, measuredInBox(path), formats), currentLanguage());
  const problems: Record<string, string | null> = {};
  if ((values.latitude === null) !== (values.longitude === null))
    problems[values.latitude === null ? 'latitude' : 'longitude'] = t('form.coordinates_both');
  const { temperature_coldest: coldest, temperature_hottest: hottest } = values;
  if (typeof coldest === 'number' && typeof hottest === 'number' && coldest > hottest)
    problems.temperature_hottest = say('temperature_hottest', `below_minimum|${coldest}`);
  for (const { field, message } of configurationProblems(
    checkedConfiguration(values.desired) as Partial<BoxConfiguration>,
  ))
    problems[`desired.${field}`] = say(`desired.${field}`, message);
  values.aeros.forEach((aero, index) => {
    for (const [low, high] of AERO_PAIRS) {
      const path = `aeros.${index}.${high}`;
      const [least, most] = [aero?.[low] ?? null, aero?.[high] ?? null];
      if (typeof least === 'number' && typeof most === 'number' && least > most)
        problems[path] = say(path, `below_minimum|${least}`);
    }
  });
  return problems;
}
