import { grants, type Level, levelOf } from '@aerowatch/domain/access';
import type { Language } from '@aerowatch/domain/languages';
import { useSelector } from 'react-redux';
import type { AuthenticationState } from './authentication.ts';
import type { PreferencesState } from './preferences.ts';
import type { ProfileState } from './profile.ts';
import type { Theme } from './theme.ts';

/** The part of the store that belongs to the session; the whole store is entities/store. */
export interface SessionState {
  authentication: AuthenticationState;
  profile: ProfileState;
  language: Language;
  theme: Theme;
  preferences: PreferencesState;
}

export const useProfile = (): ProfileState => useSelector((state: SessionState) => state.profile);

/** Level of the user; visitor if nobody is signed in. */
export function sessionLevel(state: SessionState): Level {
  if (!state.authentication.isAuthenticated || state.profile === null) return 'visitor';
  return levelOf(state.profile);
}
export const useLevel = (): Level => useSelector(sessionLevel);
/** Whether the user's level includes `needed`. */
export const useGrants = (needed: Level): boolean => grants(useLevel(), needed);
