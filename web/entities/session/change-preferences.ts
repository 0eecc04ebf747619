import type { Language } from '@aerowatch/domain/languages';
import { write } from '../../lib/query/write.ts';
import { store } from '../../lib/state/store.ts';
import type { Theme } from '../../lib/state/theme.ts';
import { textOf } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';
import { adoptLanguage, adoptTheme } from './preferences.ts';
import { adoptProfile } from './session.ts';

/**
 * Saved locally and applied at once; when signed in the whole profile is sent to PUT /users/{id}/ with the
 * new language, and on 200 the stored user and the profile are replaced (the customer's own rule).
 */
export async function changeLanguage(language: Language): Promise<void> {
  await adoptLanguage(language);
  const { profile, authentication } = store.getState();
  if (!authentication.isAuthenticated || profile === null) return;
  const result = await write('usersPut', { params: { id: profile.id }, body: { ...profile, language } });
  if (!result.ok) return toast.failure(result, textOf('common', 'error.updating'));
  if (result.status !== 200) return;
  adoptProfile(result.data);
}

export async function toggleTheme(): Promise<void> {
  const theme: Theme = store.getState().theme === 'dark' ? 'light' : 'dark';
  adoptTheme(theme);
  if (!store.getState().authentication.isAuthenticated) return;
  const result = await write('mePatch', { body: { theme } });
  if (result.ok) adoptProfile(result.data);
}
