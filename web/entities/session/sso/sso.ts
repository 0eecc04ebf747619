import type { Body } from '../../../lib/api/contract.ts';
import type { Failure, Result } from '../../../lib/api/result.ts';
import { write } from '../../../lib/query/write.ts';
import type { OnlyPerson } from '../same-person.ts';
import { type SignedIn, takeSession } from '../session.ts';

/** What the provider returned in the address. */
export type Returned = Omit<Body<'ssoFinish'>, 'challenge' | 'device'>;
interface Pending {
  readonly challenge: string;
  readonly state: string;
  readonly from: string | null;
}
/** Kept for this tab only, for the minutes somebody spends at the provider. */
const PENDING = 'sso';
const CHANNEL = 'aerowatch-sso';
const POPUP = 'popup,width=520,height=700';
const PATIENCE_MS = 5 * 60_000;

/** Sends this tab to the provider, which returns to the single sign-on screen. Returns only on failure. */
export async function leaveForSso(from: string | null): Promise<Failure | null> {
  const begun = await write('ssoBegin');
  if (!begun.ok) return begun;
  const { challenge, url } = begun.data;
  const pending: Pending = { challenge, state: stateOf(url), from };
  try {
    sessionStorage.setItem(PENDING, JSON.stringify(pending));
  } catch {
    // Without session storage the tab forgets its request: the single sign-on screen then reports that
    // sign-in did not complete.
  }
  location.assign(url);
  return null;
}

/** This tab's pending request, once: null when another tab made it, or there is none. */
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

/** Signs in with the provider's answer; with `only`, as that person only. */
export async function finishSso(
  challenge: string,
  returned: Returned,
  only?: OnlyPerson,
): Promise<Result<SignedIn>> {
  return takeSession((device) => write('ssoFinish', { body: { challenge, ...returned, ...device } }), only);
}

/** Passes the provider's answer to the tab that waits for it. */
export function handOver(returned: Returned): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(returned);
  channel.close();
}

/** Parses the address of the single sign-on screen. */
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
 * The same in a separate window, so that typed input stays here: for signing in again, or confirming. Opened
 * before any request, because browsers require a click for it; null when it was blocked, or closed without an
 * answer.
 */
export async function ssoInWindow(
  key: 'ssoBegin' | 'ssoConfirmBegin',
): Promise<Result<Body<'ssoFinish'>> | null> {
  const popup = window.open('', '_blank', POPUP);
  const begun = await write(key);
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
