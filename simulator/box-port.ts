import type { BoxConfiguration } from '@aerowatch/domain/box-configuration';
import type { FleetContext } from './context.ts';
import type { BoxDescriptor } from './descriptor.ts';
import type { Fault } from './faults.ts';
import type { Logger } from './history.ts';
import type { Link } from './mqtt-link.ts';
import type { Outbox } from './outbox.ts';
import type { BoxMemory } from './state-file.ts';

/** The side of a box that its uploads, downlinks and updates use. */
export interface BoxPort {
  readonly descriptor: BoxDescriptor;
  readonly faults: readonly Fault[];
  readonly memory: BoxMemory;
  readonly logger: Logger;
  readonly outbox: Outbox;
  readonly context: FleetContext;
  readonly configuration: BoxConfiguration;
  topic(name: string): string;
  /** Up to when what was logged may be sent. */
  sendable(): number;
  /** Sends the whole reported configuration. */
  report(link: Link): Promise<void>;
  /** Writes what happened to the ground truth. */
  note(what: string, detail?: string): void;
  /** Starts again, as after an update or a power loss: the connection is lost and a report is due. */
  restart(): void;
}
