import { BASE, belowBase, KEPT_BELOW, withoutBase } from '../lib/base.ts';
import { forgetEnded, forgetKept, isEnded, KEPT_ANSWERS, mayKeep, saysEnded } from '../lib/session/kept.ts';

/**
 * Opens the console offline: the shell's files are cached at installation, answers of the API as they pass. A
 * cached answer is used only when the network fails, and carries its time.
 */
interface ServiceWorker {
  addEventListener(type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { showNotification(title: string, options: object): Promise<void> };
  location: Location;
}
interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
  request: Request;
}
interface PushEvent {
  waitUntil(work: Promise<unknown>): void;
  data: { json(): unknown } | null;
}
interface ClickEvent {
  waitUntil(work: Promise<unknown>): void;
  notification: { close(): void; data?: { url?: string } };
}
interface Window {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
const worker = globalThis as unknown as ServiceWorker;
/** Filled in at build time. */
declare const __FILES__: string[];
const FILES = __FILES__;
const SHELLS = `${KEPT_BELOW}aerowatch-shell-`;
const SHELL = SHELLS + hash(FILES.join());
const LARGEST = 8 * 1024 * 1024;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(SHELL);
      await cache.addAll(['/', '/theme.js', '/icon.svg', '/manifest.webmanifest'].map((file) => BASE + file));
      // One by one: a file that fails is fetched when needed.
      await Promise.allSettled(FILES.map((file) => cache.add(BASE + file)));
      await worker.skipWaiting();
    })(),
  );
});
worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      // The previous version of the shell stays, for tabs that still run it.
      const old = names.filter((name) => name.startsWith(SHELLS) && name !== SHELL).slice(0, -1);
      await Promise.all(old.map((name) => caches.delete(name)));
      await forgetKept(KEPT_ANSWERS);
      await worker.clients.claim();
    })(),
  );
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (!url.pathname.startsWith(`${BASE}/`)) return;
  const path = withoutBase(url.pathname);
  if (request.mode === 'navigate') {
    // Whenever anybody opens the console, signed in or not, data of ended sessions is deleted.
    event.waitUntil(forgetEnded(Date.now()));
    event.respondWith(page(request, path));
  } else if (path.startsWith('/assets/')) event.respondWith(asset(request));
  else if (/^\/map\/.+\.json$/.test(path)) event.respondWith(file(request));
  else if (path.startsWith('/api/') && isKept(path, request)) event.respondWith(answer(request));
});

function isKept(path: string, request: Request): boolean {
  if (request.headers.get('accept') !== 'application/json') return false;
  return !/^\/api\/(events|measures\/export|jobs|search|health)/.test(path);
}
async function page(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const shell = path.startsWith('/api/') ? undefined : await caches.match(`${BASE}/`);
    if (shell !== undefined) return shell;
    throw error;
  }
}
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
  return response;
}
/** The base map's data: file names stay the same across versions, so the network is tried first. */
async function file(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(SHELL)).put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept !== undefined) return kept;
    throw error;
  }
}
async function answer(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    const length = Number(response.headers.get('content-length') ?? 0);
    if (await saysEnded(request, response)) await forgetKept();
    if (mayKeep(response) && length < LARGEST) void keep(request, response.clone());
    return response;
  } catch (error) {
    const kept = await (await caches.open(KEPT_ANSWERS)).match(request.url);
    if (kept === undefined || kept.headers.get('x-kept-for') !== (await reader(request))) throw error;
    if (isEnded(kept, Date.now())) {
      await forgetKept();
      throw error;
    }
    return kept;
  }
}
async function keep(request: Request, response: Response): Promise<void> {
  try {
    const headers = new Headers(response.headers);
    headers.set('x-kept-since', new Date().toISOString());
    headers.set('x-kept-for', await reader(request));
    headers.delete('content-encoding');
    const cache = await caches.open(KEPT_ANSWERS);
    await cache.put(request.url, new Response(await response.arrayBuffer(), { status: 200, headers }));
  } catch {
    // No space: the answer is shown but not cached.
  }
}
/** Identifies the session an answer belongs to, without storing the token itself. */
async function reader(request: Request): Promise<string> {
  const bytes = new TextEncoder().encode(request.headers.get('authorization') ?? '');
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
function hash(text: string): string {
  let value = 0;
  for (const letter of text) value = (Math.imul(value, 31) + letter.charCodeAt(0)) | 0;
  return (value >>> 0).toString(36);
}

/** Called even while the console is closed. A browser revokes the permission of a site that shows nothing. */
worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = messageIn(event);
  const icon = belowBase('/icon.svg');
  const options = { body, tag, icon, badge: icon, data: { url } };
  event.waitUntil(worker.registration.showNotification(title, options));
});
function messageIn(event: PushEvent): { title: string; body: string; url: string; tag: string } {
  const nothing = { title: 'AeroWatch', body: '', url: belowBase('/'), tag: 'aerowatch' };
  try {
    return { ...nothing, ...(event.data?.json() as Partial<typeof nothing> | undefined) };
  } catch {
    return nothing;
  }
}
/** Opens what the notification is about, in an open window if there is one. */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? belowBase('/'), worker.location.origin);
  // A push message cannot lead to another site.
  const path = url.origin === worker.location.origin ? url.pathname : belowBase('/');
  event.waitUntil(
    (async () => {
      const [open] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: false });
      if (open === undefined) return worker.clients.openWindow(path);
      await open.navigate(path);
      return open.focus();
    })(),
  );
});
