import type { Language } from '@aerowatch/domain/languages';
import type { UnitSystem } from '@aerowatch/domain/units';
import { keepLanguage, languageChanged } from '../../lib/state/language.ts';
import { keepUnitSystem, preferencesChanged } from '../../lib/state/preferences.ts';
import { store } from '../../lib/state/store.ts';
import { keepTheme, type Theme, themeChanged } from '../../lib/state/theme.ts';
import { currentLanguage, speak } from '../../lib/text.ts';

/** Each stores a preference in the browser and in its slice. */
export async function adoptLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  if (store.getState().language === language && currentLanguage() === language) return;
  if (!(await speak(language))) return;
  document.documentElement.lang = language;
  store.dispatch(languageChanged(language));
}
export function adoptTheme(theme: Theme): void {
  keepTheme(theme);
  if (store.getState().theme !== theme) store.dispatch(themeChanged(theme));
}
export function adoptUnitSystem(unitSystem: UnitSystem): void {
  keepUnitSystem(unitSystem);
  store.dispatch(preferencesChanged({ unitSystem }));
}
export function adoptTimeZone(timeZone: string): void {
  store.dispatch(preferencesChanged({ timeZone }));
}
