import type { Level } from '@aerowatch/domain/access';
import { takeOverMark } from '../entities/session/known-browser.ts';
import { leaveDeviceOf } from '../entities/session/leave-device.ts';
import { adoptTimeZone } from '../entities/session/preferences.ts';
import { adoptProfile, signOut, takeOver } from '../entities/session/session.ts';
import { configureUnsavedGuard, hasUnsavedChanges } from '../forms/saving/unsaved-guard.ts';
import { configureApi } from '../lib/api/client.ts';
import { withoutBase } from '../lib/base.ts';
import { isDeviceOnly, setDeviceOnly } from '../lib/offline/device-session.ts';
import { guardSecondClicks } from '../lib/second-click.ts';
import { selectOnFocus } from '../lib/select-on-focus.ts';
import { forgetKept } from '../lib/session/kept.ts';
import { isSessionOver } from '../lib/session/session-date.ts';
import { keyOf, storage } from '../lib/session/storage.ts';
import { forgetSession, STORAGE_KEYS, signedOut } from '../lib/state/authentication.ts';
import { sessionLevel } from '../lib/state/session-state.ts';
import { store } from '../lib/state/store.ts';
import { startTexts, textOf } from '../lib/text.ts';
import { toast } from '../ui/toast.ts';
import { confirmation, privilege, reauthentication, unsaved } from './dialogs/dialogs.ts';
import { renewal } from './renewal.ts';
import { singleKeys } from './shell/keys.ts';
import { readFromThisDevice, staysOnDevice } from './this-device.ts';

export interface Start {
  /** The stored session was over six hours old and has been closed. */
  sessionOver: boolean;
}

/** Whether the server has accepted the session since this page was opened. */
let accepted = false;
export function sessionAccepted(): void {
  accepted = true;
}

/** The token is no longer valid. Nothing was typed yet on a page just opened: go to /login, then back here. */
export async function onUnauthorized(): Promise<boolean> {
  if (!store.getState().authentication.isAuthenticated) return false;
  if (takeOver()) return true;
  // The banner offers to sign in: a dialog would cover what is needed at the pole.
  if (isDeviceOnly()) return false;
  // The session ended elsewhere: the data kept for offline use is deleted too.
  await Promise.all([forgetKept(), leaveDeviceOf(store.getState().profile?.id)]);
  if (accepted || hasUnsavedChanges()) return reauthentication.open();
  await signOut();
  toast.info(textOf('common', 'session.ended'), textOf('common', 'session.over_title'), 'session-over');
  return false;
}

/** Connects the parts and reads the stored session; resolves once the texts have loaded. */
export async function start(askForFirst: (level: Level, pathname: string) => void): Promise<Start> {
  // Left by versions before 2.5 and 2.7: the customer specified what may be stored there.
  storage.remove('mantine-color-scheme-value');
  takeOverMark();
  if (storage.get('single_keys') === 'off') singleKeys.set(false);
  storage.remove('single_keys');
  configureApi({
    token: () => store.getState().authentication.token,
    language: () => store.getState().language,
    onUnauthorized,
    onConfirm: () => confirmation.open(),
    renewal,
    onForbidden: () => void privilege.open(),
    onFailed: toast.failure,
    onLimited: (limited) => {
      const { profile } = store.getState();
      if (profile !== null && profile.limited !== limited) adoptProfile({ ...profile, limited });
    },
  });
  guardSecondClicks();
  selectOnFocus();
  configureUnsavedGuard(() => unsaved.open());
  const { isAuthenticated } = store.getState().authentication;
  const isOver = isAuthenticated && isSessionOver(storage.get(STORAGE_KEYS.connexionDate), Date.now());
  const staysHere = isOver && (await staysOnDevice());
  setDeviceOnly(staysHere);
  const sessionOver = isOver && !staysHere;
  if (isAuthenticated && !sessionOver) readFromThisDevice();
  if (sessionOver) {
    void leaveDeviceOf(store.getState().profile?.id);
    forgetSession();
    void forgetKept();
    store.dispatch(signedOut());
  } else if (!isAuthenticated) store.dispatch(signedOut());
  const { profile } = store.getState();
  if (profile !== null) adoptTimeZone(profile.time_zone);
  document.documentElement.lang = store.getState().language;
  askForFirst(sessionLevel(store.getState()), withoutBase(location.pathname));
  await startTexts(store.getState().language);
  // Another tab signed out, or has a newer token: this tab follows, and no longer asks to sign in again.
  addEventListener('storage', (event) => {
    if (event.key !== keyOf(STORAGE_KEYS.token) || !store.getState().authentication.isAuthenticated) return;
    if (event.newValue === null) void signOut();
    else if (takeOver()) reauthentication.answer(true);
  });
  return { sessionOver };
}
