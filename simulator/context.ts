import type { Encoding } from './box/batch.ts';
import type { Bootloader } from './box/firmware.ts';
import type { Gate } from './box/gate.ts';
import type { StateFile } from './box/state-file.ts';
import type { Clock } from './clock.ts';
import type { Fault } from './faults.ts';
import type { Stats } from './stats.ts';
import type { Happening } from './truth.ts';
import type { Weather } from './weather/weather.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Id of the client that the box was made for, written into it at provisioning. */
  readonly client?: number;
  /** Id of the installation that it was made for, also written into it. */
  readonly installation?: string;
}

/** Settings shared by all boxes of a fleet. */
export interface FleetContext {
  readonly url: string;
  readonly weather: Weather;
  readonly clock: Clock;
  readonly state: StateFile;
  readonly stats: Stats;
  /** Faults by serial number. */
  readonly faults: ReadonlyMap<string, readonly Fault[]>;
  readonly credentialsOf: (serial: string) => Credentials;
  readonly encoding: Encoding;
  /** Maximum measures in a message, and messages in flight on a connection. */
  readonly measures: number;
  readonly inFlight: number;
  /** ms to wait for an acknowledgement, and to stay connected after the last one. */
  readonly patience: number;
  readonly linger: number;
  /** Keeps the connection between uploads. */
  readonly hold: boolean;
  /** One contact only: sends the history, then ends. */
  readonly once: boolean;
  /** Whether a box reports its configuration when it has started. */
  readonly report: boolean;
  readonly gate: Gate;
  readonly downloads: Gate;
  /** All connected boxes wait for each other here before they send. */
  readonly barrier?: () => Promise<void>;
  /** Folder of partly downloaded firmware. */
  readonly flash: string;
  readonly bootloader: Bootloader;
  /** Records a box's event for the ground truth. */
  readonly onHappening: (happening: Happening) => void;
  readonly onCaughtUp: () => void;
}
