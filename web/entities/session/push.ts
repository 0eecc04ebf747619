/** A push subscription on the browser's side. */

export interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Safari on a phone has it only once the console is on the Home Screen; development has no service worker. */
export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The subscription of this browser, if it has one. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the user, then subscribes. A subscription made with another key is replaced. */
export async function subscribe(publicKey: string): Promise<Subscribed | 'denied' | 'failed'> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'denied';
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return 'failed';
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const made = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(publicKey),
    });
    const { endpoint, keys } = made.toJSON();
    if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) return 'failed';
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  } catch {
    return 'failed';
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** How the server identifies a subscription without revealing it. */
export async function fingerprint(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system, for the reader's own list. */
export function browserName(agent: string = navigator.userAgent): string {
  const name = (table: typeof PROGRAMS) => table.find(([pattern]) => pattern.test(agent))?.[1];
  return [name(PROGRAMS) ?? 'Browser', name(SYSTEMS)].filter((part) => part !== undefined).join(', ');
}
