/** One box: it sleeps, wakes, sends its log, receives waiting messages, and sleeps again. */

import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import { MINUTE } from '@aerowatch/domain/durations';
import { pause } from '../clock.ts';
import type { FleetContext } from '../context.ts';
import type { Fault } from '../faults.ts';
import { Logger } from '../history.ts';
import { keyOf, uniformAt } from '../prng.ts';
import type { BoxPort } from './box-port.ts';
import { factoryConfiguration, reportedDocument, timingOf } from './configuration.ts';
import type { BoxDescriptor } from './descriptor.ts';
import { takeDownlink } from './downlink.ts';
import { limitPassed } from './limits.ts';
import { type Link, openLink } from './mqtt-link.ts';
import { Outbox } from './outbox.ts';
import type { BoxMemory } from './state-file.ts';
import { upload } from './upload.ts';

export class Box implements BoxPort {
  readonly descriptor: BoxDescriptor;
  readonly faults: readonly Fault[];
  readonly memory: BoxMemory;
  readonly logger: Logger;
  readonly outbox: Outbox;
  readonly context: FleetContext;
  readonly #inbox: { topic: string; payload: Buffer }[] = [];
  #arrived: (() => void) | undefined;
  #reportDue: boolean;
  #caughtUp = false;
  #failures = 0;
  #slept = false;
  #quietSince = 0;
  #connected: Link | undefined;

  constructor(descriptor: BoxDescriptor, context: FleetContext) {
    this.descriptor = descriptor;
    this.context = context;
    this.faults = context.faults.get(descriptor.serial_number) ?? [];
    const { state } = context;
    const configuration = factoryConfiguration(descriptor);
    this.memory = state.boxes.get(descriptor.serial_number) ?? {
      at: state.epoch - 1,
      boot: 1,
      seq: 0,
      configuration,
      refused: {},
      timings: [timingOf(configuration, 0)],
      attempts: {},
    };
    state.boxes.set(descriptor.serial_number, this.memory);
    this.logger = new Logger(descriptor, context.weather, this.faults, {
      epoch: state.epoch,
      ...this.memory,
    });
    this.outbox = new Outbox(this.logger, context.encoding, context.measures);
    this.#reportDue = context.report;
  }

  get configuration(): BoxConfiguration {
    return this.memory.configuration;
  }

  topic(name: string): string {
    return `boxes/${this.descriptor.serial_number}/${name}`;
  }

  /** Runs until the signal stops it: a contact now, then one every upload time. */
  async live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const done = this.#silent() || (await this.#contact(signal));
      if (done && !this.#caughtUp) {
        this.#caughtUp = true;
        this.context.stats.caughtUp += 1;
        this.context.onCaughtUp();
      }
      if (done && this.context.once) break;
      if (done) await this.#sleep(signal);
      else await this.#backOff(signal);
    }
    await this.#connected?.close();
  }

  /** Whether the box is silent now and nothing from before is left to send. */
  #silent(): boolean {
    const since = this.logger.link.silentSince(this.context.clock.now());
    return (
      since !== undefined && this.outbox.waiting.length === 0 && this.logger.next(this.logger.at) > since
    );
  }

  /** Time up to which logged samples may be sent. */
  sendable(): number {
    const now = this.context.clock.now();
    return this.logger.link.silentSince(now) ?? now;
  }

  /** Truncated exponential backoff with jitter, so that a fleet does not reconnect in step. */
  async #backOff(signal: AbortSignal): Promise<void> {
    this.#failures += 1;
    const wait = Math.min(60_000, 1000 * 2 ** Math.min(6, this.#failures));
    await pause(wait * (0.5 + 0.5 * uniformAt(keyOf(this.descriptor.serial_number), this.#failures)), signal);
  }

  /** ms to the next upload: after the upload time, or sooner in alert mode while a limit is passed. */
  async #sleep(signal: AbortSignal): Promise<void> {
    const { clock } = this.context;
    this.#failures = 0;
    const regular = (this.configuration.upload_time ?? 60) * MINUTE;
    // The first wait is random; otherwise a fleet that caught up together would always wake together.
    const part = this.#slept ? 1 : uniformAt(keyOf('first', this.descriptor.serial_number), 0);
    this.#slept = true;
    const due = clock.now() + regular * part;
    if (this.configuration.alert) {
      const hurried = (this.configuration.upload_time_alert ?? 10) * MINUTE;
      for (let look = clock.now() + hurried; look < due && !signal.aborted; look += hurried) {
        await this.#rest(look, signal);
        if (this.#alerted()) return;
      }
    }
    await this.#rest(due, signal);
  }

  /** Waits; receives messages on a held connection meanwhile. */
  async #rest(time: number, signal: AbortSignal): Promise<void> {
    const link = this.#connected;
    if (!link) return this.context.clock.until(time, signal);
    // If the connection ends here, the next contact soon opens it again.
    await this.#attend(link, signal, () => this.context.clock.left(time)).catch(() => undefined);
    if (link.ended.aborted) await this.#backOff(signal);
  }

  /** Logs up to now and returns whether one of the box's limits is passed. */
  #alerted(): boolean {
    const before = this.outbox.newest;
    while (this.outbox.next(this.sendable()));
    return ([1, 2] as const).some((position) => {
      const newest = this.outbox.newest[position];
      return newest !== undefined && limitPassed(this.configuration, position, newest, before[position]);
    });
  }

  /** One connection from start to end. False when it failed and must be tried again. */
  async #contact(signal: AbortSignal): Promise<boolean> {
    const { gate, stats } = this.context;
    const leave = await gate.enter();
    try {
      if (signal.aborted) return false;
      const link = await this.#open();
      await this.context.barrier?.();
      await upload(this, link, signal);
      leave();
      this.#quietSince = performance.now();
      await this.#attend(link, signal, () => this.context.linger - (performance.now() - this.#quietSince));
      if (!this.context.hold || signal.aborted) await this.#hangUp(link);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      stats.errors += 1;
      stats.lastError = error instanceof Error ? error.message : String(error);
      this.drop();
      return false;
    } finally {
      leave();
    }
  }

  async #open(): Promise<Link> {
    if (this.#connected && !this.#connected.ended.aborted) return this.#connected;
    const { context, descriptor } = this;
    const { username, password } = context.credentialsOf(descriptor.serial_number);
    const link = await openLink({
      url: this.memory.server ?? context.url,
      serial: descriptor.serial_number,
      username,
      password,
      patience: context.patience,
      onMessage: (topic, payload) => {
        this.#inbox.push({ topic, payload });
        this.#arrived?.();
      },
    });
    this.#connected = link;
    context.stats.connected += 1;
    context.stats.contacts += 1;
    link.ended.addEventListener(
      'abort',
      () => {
        context.stats.connected -= 1;
      },
      { once: true },
    );
    await link.subscribe(['desired', 'command', 'withdrawn', 'firmware'].map((name) => this.topic(name)));
    if (this.#reportDue) await this.report(link);
    return link;
  }

  /** Ends the connection at once, whatever is in transit. */
  drop(): void {
    this.#connected?.drop();
    this.#connected = undefined;
  }

  async #hangUp(link: Link): Promise<void> {
    this.#connected = undefined;
    await link.close();
  }

  /** Handles incoming messages until the time (real ms) is over and no message waits. */
  async #attend(link: Link, signal: AbortSignal, left: () => number): Promise<void> {
    while (!link.ended.aborted && !signal.aborted) {
      const message = this.#inbox.shift();
      if (message) {
        await takeDownlink(this, link, message, signal);
        this.#quietSince = performance.now();
      } else if (left() > 0) await this.#nextMessage(Math.min(left(), 60_000), link, signal);
      else return;
    }
  }

  async #nextMessage(ms: number, link: Link, signal: AbortSignal): Promise<void> {
    const came = new AbortController();
    this.#arrived = () => came.abort();
    await pause(ms, AbortSignal.any([came.signal, link.ended, signal]));
    this.#arrived = undefined;
  }

  /** Sends the whole reported configuration. */
  async report(link: Link): Promise<void> {
    const document = reportedDocument(this.configuration, this.memory.refused, this.descriptor.hardware);
    await link.publish(this.topic('reported'), JSON.stringify(document));
    this.#reportDue = false;
    this.context.stats.reported.sent += 1;
  }

  /** Records an event for the ground truth. */
  note(what: string, detail?: string): void {
    const at = new Date(this.context.clock.now()).toISOString();
    this.context.onHappening({
      serial: this.descriptor.serial_number,
      at,
      what,
      ...(detail === undefined ? {} : { detail }),
    });
  }

  /** Restarts, as after an update or a power loss: the connection is lost and a report is due. */
  restart(): void {
    this.logger.boot += 1;
    this.logger.seq = 0;
    this.#reportDue = this.context.report;
  }
}
