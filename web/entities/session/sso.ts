import { call } from '../../lib/api/client.ts';
import type { Body } from '../../lib/api/contract.ts';
import type { Failure, Result } from '../../lib/api/result.ts';
import type { OnlyPerson } from './same-person.ts';
import { type SignedIn, takeSession } from './session.ts';

/** What the provider sent back, as it stands in the address. */
export type Returned = Omit<Body<'ssoFinish'>, 'challenge' | 'device'>;
interface Pending {
  readonly challenge: string;
  readonly state: string;
  readonly from: string | null;
}
/** Of this tab alone, for the minutes that somebody is at the provider. */
const PENDING = 'sso';
const CHANNEL = 'aerowatch-sso';
const POPUP = 'popup,width=520,height=700';
const PATIENCE_MS = 5 * 60_000;

/** Sends this tab to the provider; the answer comes to the screen of single sign-on. Only a failure comes back here. */
export async function leaveForSso(from: string | null): Promise<Failure | null> {
  const begun = await call('ssoBegin');
  if (!begun.ok) return begun;
  const { challenge, url } = begun.data;
  const pending: Pending = { challenge, state: stateOf(url), from };
  try {
    sessionStorage.setItem(PENDING, JSON.stringify(pending));
  } catch {
    // Without storage of its own the tab forgets what it asked: the screen of single sign-on says that it did not come to its end.
  }
  location.assign(url);
  return null;
}

/** What this tab asked the provider, once: null when another tab asked, or none. */
export function takePending(state: string): Pending | null {
  try {
    const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? 'null') as Pending | null;
    if (pending?.state !== state) return null;
    sessionStorage.removeItem(PENDING);
    return pending;
  } catch {
    return null;
  }
}

/** Signs in by what came back; `only` as one person. */
export async function finishSso(
  challenge: string,
  returned: Returned,
  only?: OnlyPerson,
): Promise<Result<SignedIn>> {
  return takeSession((device) => call('ssoFinish', { body: { challenge, ...returned, ...device } }), only);
}

/** Gives what came back to the tab that waits for it. */
export function handOver(returned: Returned): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(returned);
  channel.close();
}

/** Reads the address of the screen of single sign-on. */
export function returnedIn(search: string): Returned | null {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state');
  if (state === null) return null;
  const rest = (['code', 'iss', 'error'] as const).flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { state, ...Object.fromEntries(rest) };
}

const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';

/**
 * The same in a window of its own, so that what is typed here stays: to sign in again, or to confirm. Opened
 * before anything is asked, as browsers want a click for it; null when they did not let it open, or nobody came back.
 */
export async function ssoInWindow(
  key: 'ssoBegin' | 'ssoConfirmBegin',
): Promise<Result<Body<'ssoFinish'>> | null> {
  const popup = window.open('', '_blank', POPUP);
  const begun = await call(key);
  if (!begun.ok || popup === null) {
    popup?.close();
    return begun.ok ? null : begun;
  }
  const { challenge, url } = begun.data;
  popup.location.href = url;
  const returned = await awaited(stateOf(url));
  return returned === null ? null : { ...begun, data: { challenge, ...returned } };
}

function awaited(state: string): Promise<Returned | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (returned: Returned | null): void => {
      clearTimeout(timer);
      channel.close();
      resolve(returned);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Returned>) => {
      if (data.state === state) end(data);
    });
  });
}
