import type { Command } from '@aerowatch/contracts/mqtt/commands';
import { toWire } from '@aerowatch/domain/box/twin';
import type { Parts } from '../../parts.ts';
import { transaction } from '../../platform/database/db.ts';
import { recordChange } from '../../platform/events/events.ts';
import { desiredOf } from './row.ts';
import { boxById, takeCommands } from './store-refresh.ts';

/** What a box receives when it subscribes, and when something changes while it is connected. */
export function registerTwinDownlinks({ broker, db, vault, clock }: Parts): void {
  // Only the newest document, complete, with secrets in clear: intermediate versions do not matter.
  broker.registerDownlink('desired', async (box) => {
    const row = await boxById(db, box);
    return row === undefined ? [] : [JSON.stringify(toWire(desiredOf(vault, row)))];
  });
  broker.registerDownlink('command', (box) =>
    transaction(db, async (trx) => {
      const { commands, moved } = await takeCommands(trx, box, clock.date());
      if (moved !== undefined)
        await recordChange(trx, {
          entity: 'boxes',
          type: 'updated',
          id: moved.id,
          clientId: moved.client_id,
        });
      return commands.map(({ id, command }) => JSON.stringify({ id, command } as Command));
    }),
  );
}
