import type { User } from '@aerowatch/contracts/api/users';
import type { Answer, Body } from '../../lib/api/contract.ts';
import type { Result } from '../../lib/api/result.ts';
import { metaNow } from '../../lib/meta.ts';
import { setDeviceOnly } from '../../lib/offline/device-session.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { write } from '../../lib/query/write.ts';
import { forgetKept } from '../../lib/session/kept.ts';
import { forgetPictures } from '../../lib/session/pictures.ts';
import { storage } from '../../lib/session/storage.ts';
import {
  forgetSession,
  keepSession,
  renewed,
  STORAGE_KEYS,
  signedIn,
  signedOut,
} from '../../lib/state/authentication.ts';
import { keepProfile, profileChanged } from '../../lib/state/profile.ts';
import { store } from '../../lib/state/store.ts';
import { forgetKnown, keepKnown, knownAs } from './known-browser.ts';
import { leaveDeviceOf } from './leave-device.ts';
import { leavePush } from './leave-push.ts';
import { adoptLanguage, adoptTheme, adoptTimeZone, adoptUnitSystem } from './preferences.ts';
import { subscribed } from './push.ts';
import { type OnlyPerson, samePerson } from './same-person.ts';

const deviceSent = (): { device?: string } => {
  const device = knownAs();
  return device === null ? {} : { device };
};

/** Signs in; on success the session's keys are stored and the profile's preferences taken over. */
export async function signIn(username: string, password: string): Promise<Result<SignedIn | FactorRequired>> {
  const result = await write('login', { body: { username: username.trim(), password, ...deviceSent() } });
  if (!result.ok || 'second_factor' in result.data) return result;
  await begin(result.data);
  return result;
}

/**
 * Adopts the session returned by a call, and tells the server which browser this is; with `only`, if it is
 * this person's.
 * @public
 */
export async function takeSession(
  ask: (device: { device?: string }) => Promise<Result<SignedIn>>,
  only?: OnlyPerson,
): Promise<Result<SignedIn>> {
  const came = await ask(deviceSent());
  const result = samePerson(came, only);
  if (result.ok) await begin(result.data);
  // Nobody uses this session, so it is ended.
  else if (came.ok) void write('logout', { token: came.data.token });
  return result;
}

/** The second step, or a passkey alone.
 * @public
 */
export async function giveFactor(factor: Omit<Body<'secondFactor'>, 'device'>): Promise<Result<SignedIn>> {
  return takeSession((device) => write('secondFactor', { body: { ...factor, ...device } }));
}

export type SignedIn = Answer<'secondFactor'>;
export type FactorRequired = Exclude<Answer<'login'>, SignedIn>;

async function begin({ token, user, device, limited }: SignedIn): Promise<void> {
  const before = store.getState().profile?.id;
  keepKnown(device);
  // Somebody else's data must not be shown.
  forgetPictures();
  if (before !== user.id) await Promise.all([forgetKept(), leaveDeviceOf(before)]);
  setDeviceOnly(false);
  // The profile is stored before the token, because other tabs check whose it is (`takeOver`).
  adoptProfile(limited === undefined ? user : { ...user, limited });
  keepSession(token, Date.now());
  store.dispatch(signedIn({ token }));
}

/** Another tab has a newer token of the same person: returns whether it was adopted. */
export function takeOver(): boolean {
  const { authentication, profile } = store.getState();
  const token = storage.get(STORAGE_KEYS.token);
  if (!authentication.isAuthenticated || token === null || token === authentication.token) return false;
  const kept = storage.json(STORAGE_KEYS.profile) as { id?: unknown } | null;
  if (profile === null || kept?.id !== profile.id) return false;
  store.dispatch(renewed({ token }));
  return true;
}

/**
 * Signs out here and, if the server can be reached, there too. `everywhere`: the user chose to, so a session
 * that began at the OpenID provider ends there as well, push notifications to this browser stop, and the
 * browser is no longer known unless that is wanted.
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  if (everywhere) {
    forgetKnown();
    await leavePush({
      subscribed,
      list: async () => {
        const found = await fetchOnce('mePush');
        return found.ok ? found.data.browsers : null;
      },
      remove: (id) => write('mePushUnsubscribe', { params: { id } }),
    });
  }
  // The header needs the token until the call is sent.
  const user = store.getState().profile?.id;
  const asks = everywhere && metaNow()?.sso != null;
  const ended = asks ? write('ssoLogout') : write('logout');
  store.dispatch(signedOut());
  forgetSession();
  forgetPictures();
  setDeviceOnly(false);
  await Promise.all([forgetKept(), leaveDeviceOf(user, everywhere)]);
  const answer = await ended;
  const url = answer.ok ? answer.data?.url : undefined;
  if (url) location.assign(url);
}

/**
 * Replaces the stored profile and applies the preferences that changed in it: all at sign-in, later those
 * changed here or on another device. Other local preferences stay.
 */
export function adoptProfile(user: User): void {
  const before = store.getState().profile;
  keepProfile(user);
  store.dispatch(profileChanged(user));
  if (before?.unit_system !== user.unit_system) adoptUnitSystem(user.unit_system);
  if (before?.theme !== user.theme) adoptTheme(user.theme);
  if (before?.language !== user.language) void adoptLanguage(user.language);
  adoptTimeZone(user.time_zone);
}
