import type { ChangeEvent } from '@aerowatch/contracts/events';
import { addressOf, requestHeaders } from '../api/client.ts';
import { noteCrowded, noteLive } from './connection.ts';
import { eventParser } from './sse.ts';

/** Silence after which the connection counts as dead, ms; the server sends a comment much more often. */
const SILENCE = 60_000;
/** Silence after which something may have been missed, ms: longer than the server's 15 s between comments. */
const HEARTBEAT = 20_000;
/** How long after "ready" a "reset" may still come, which loads everything and so what was missed too, ms. */
const RESET_WAIT = 250;
const LONGEST_WAIT = 30_000;
/**
 * The server sends a new stream the events of the last 10 s: a first one that took longer may have missed
 * some, ms.
 */
const OPENING = 8000;
/** How often a window without a connection reloads, ms. */
const CROWDED_WAIT = 60_000;

export interface LiveHandlers {
  onChange(change: ChangeEvent): void;
  /** Events may have been missed: load everything again. */
  onGap(): void;
  /** The stream was interrupted and is back: changes are sent again, but measures are not. */
  onMissed(): void;
  onUnauthorized(): void;
}
export interface Live {
  /** Subscribes to new measures of these AEROs too. */
  watch(aeros: readonly number[]): void;
  stop(): void;
}

/** Ends a connection that has been silent for too long; `end` ends it in any case. */
function watchSilence(controller: AbortController): { alive: () => void; end: () => void } {
  const silent = () => controller.abort();
  let timer = setTimeout(silent, SILENCE);
  return {
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(silent, SILENCE);
    },
    end: () => {
      clearTimeout(timer);
      // Also when the server ended it: a late "ready" must be ignored.
      controller.abort();
    },
  };
}

async function readAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (text: string) => void,
  onAlive: () => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onAlive();
    onText(value);
  }
}

/**
 * Up to which event data has come, when anything came last (Date.now), and whether the stream was interrupted
 * since.
 */
interface Position {
  lastId: string | null;
  heardAt: number;
  cut: boolean;
  /** Whether everything is loaded again after reconnecting. */
  gap: boolean;
  /** Date.now() of the first attempt: what the page shows was read at that time or later. */
  readonly begunAt: number;
}
function newPosition(): Position {
  const now = Date.now();
  return { lastId: null, heardAt: now, cut: false, gap: false, begunAt: now };
}
function headersFrom({ lastId }: Position): Record<string, string> {
  const headers = { ...requestHeaders(), Accept: 'text/event-stream' };
  return lastId === null ? headers : { ...headers, 'Last-Event-ID': lastId };
}
/** Everything is loaded again, which includes what was missed. */
function tellGap(handlers: LiveHandlers, position: Position): void {
  position.cut = false;
  position.gap = false;
  handlers.onGap();
}
function parserFor(
  handlers: LiveHandlers,
  position: Position,
  { signal }: AbortController,
): (text: string) => void {
  const tellMissed = () => {
    if (signal.aborted) return;
    if (position.gap) return tellGap(handlers, position);
    if (!position.cut) return;
    position.cut = false;
    handlers.onMissed();
  };
  const parse = eventParser((event) => {
    const isFirst = position.lastId === null;
    if (event.id !== null) position.lastId = event.id;
    if (isFirst && Date.now() - position.begunAt > OPENING) position.gap = true;
    if (event.name === 'reset') tellGap(handlers, position);
    else if (event.name === 'ready') setTimeout(tellMissed, RESET_WAIT);
    else if (event.name === 'message') handlers.onChange(JSON.parse(event.data) as ChangeEvent);
  });
  return (text) => {
    position.heardAt = Date.now();
    parse(text);
  };
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  return (body as { code?: unknown } | null)?.code;
}
/** How long to wait before reconnecting, ms. */
function waitAfter(failures: number, crowded: boolean): number {
  const longest = Math.min(LONGEST_WAIT, 1000 * 2 ** Math.min(failures, 5));
  return (crowded ? CROWDED_WAIT : longest) * (0.5 + Math.random() / 2);
}

/** The stream of events of this window, over all its connections. */
interface Stream {
  readonly handlers: LiveHandlers;
  readonly position: Position;
  /** AEROs whose new measures are sent as well. */
  aeros: readonly number[];
  stopped: boolean;
  /** Failures to connect since the last connection. */
  failures: number;
  /** Refused because the user already has too many streams. */
  crowded: boolean;
  /** Ends the connection. */
  controller: AbortController;
  /** Ends the wait before the next connection. */
  wake: (() => void) | null;
}

/** The body of an answer; refusals are reported. */
async function bodyOf(response: Response, stream: Stream): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { handlers } = stream;
  if (response.status === 401 && !stream.stopped) handlers.onUnauthorized();
  // Somebody who sends too many calls gets the same status, and retries as after any failure.
  stream.crowded = response.status === 429 && (await codeOf(response)) === 'too_many_streams';
  if (stream.crowded && !stream.stopped) {
    noteCrowded();
    handlers.onGap();
  }
  if (!response.ok || response.body === null) throw new Error(`events answered ${response.status}`);
  return response.body;
}

/** Connects, and reads until the connection ends. */
async function readConnection(stream: Stream): Promise<void> {
  const { handlers, position, aeros } = stream;
  const controller = new AbortController();
  stream.controller = controller;
  const silence = watchSilence(controller);
  try {
    const response = await fetch(addressOf('events', { query: { aeros } }), {
      headers: headersFrom(position),
      cache: 'no-store',
      signal: controller.signal,
    });
    const body = await bodyOf(response, stream);
    if (stream.failures > 0 && position.lastId === null) position.gap = true;
    stream.failures = 0;
    noteLive(true);
    await readAll(body, parserFor(handlers, position, controller), silence.alive);
  } finally {
    silence.end();
    noteLive(false);
  }
}

/** Reconnects until the stream is stopped; immediately if other AEROs were requested. */
async function keepConnected(stream: Stream): Promise<void> {
  while (!stream.stopped) {
    const before = stream.aeros;
    try {
      await readConnection(stream);
    } catch {
      if (before === stream.aeros) stream.failures += 1;
    }
    if (stream.stopped) return;
    if (before !== stream.aeros) continue;
    stream.position.cut = true;
    await new Promise<void>((resolve) => {
      stream.wake = resolve;
      setTimeout(resolve, waitAfter(stream.failures, stream.crowded));
    });
  }
}

/**
 * Live events over fetch (EventSource cannot send the Authorization header), resumed with Last-Event-ID and
 * reconnected with growing, jittered waits.
 */
export function startLive(handlers: LiveHandlers): Live {
  const stream: Stream = {
    handlers,
    position: newPosition(),
    aeros: [],
    stopped: false,
    failures: 0,
    crowded: false,
    controller: new AbortController(),
    wake: null,
  };
  const online = (): void => stream.wake?.();
  addEventListener('online', online);
  void keepConnected(stream);

  return {
    watch(next) {
      const { aeros, position } = stream;
      if (next.length === aeros.length && next.every((id, index) => id === aeros[index])) return;
      stream.aeros = [...next];
      // Dead without having been noticed: after sleep, or on another network.
      if (Date.now() - position.heardAt > HEARTBEAT) position.cut = true;
      stream.controller.abort();
      stream.wake?.();
    },
    stop() {
      stream.stopped = true;
      removeEventListener('online', online);
      stream.controller.abort();
      stream.wake?.();
    },
  };
}
