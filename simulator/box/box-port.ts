import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import type { FleetContext } from '../context.ts';
import type { Fault } from '../faults.ts';
import type { Logger } from '../history.ts';
import type { BoxDescriptor } from './descriptor.ts';
import type { Link } from './mqtt-link.ts';
import type { Outbox } from './outbox.ts';
import type { BoxMemory } from './state-file.ts';

/** The interface of a box for its uploads, downlinks and updates. */
export interface BoxPort {
  readonly descriptor: BoxDescriptor;
  readonly faults: readonly Fault[];
  readonly memory: BoxMemory;
  readonly logger: Logger;
  readonly outbox: Outbox;
  readonly context: FleetContext;
  readonly configuration: BoxConfiguration;
  topic(name: string): string;
  /** Time up to which logged samples may be sent. */
  sendable(): number;
  /** Sends the whole reported configuration. */
  report(link: Link): Promise<void>;
  /** Records an event in the ground truth. */
  note(what: string, detail?: string): void;
  /** Restarts, as after an update or a power loss: the connection is lost and a report is due. */
  restart(): void;
}
