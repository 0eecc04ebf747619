import { boxesHardware, boxesReplace, boxesReplaceUndo } from '@aerowatch/contracts/api/box-hardware';
import type { Parts } from '../../../parts.ts';
import { changeRoute, type Route, route } from '../../../platform/http/route.ts';
import { refuseTaken } from '../create.ts';
import { readHardware, replaceHardware, undoReplacement } from './replace.ts';

export function hardwareRoutes(parts: Parts): Route[] {
  const { db, clock } = parts;
  return [
    route(boxesHardware, ({ viewer, params }) => readHardware(db, viewer, params.id, clock.date())),
    changeRoute(db, boxesReplace, async (trx, { viewer, params, body, language }) => {
      const serial = body.serial_number;
      const at = body.at === undefined ? clock.date() : new Date(body.at);
      const { password, measures_since } = await refuseTaken(() =>
        replaceHardware(trx, parts, viewer, { id: params.id, serial, at, language }),
      );
      const names = { serial_number: serial, client_id: serial, username: serial };
      return {
        ...(await readHardware(trx, viewer, params.id, clock.date())),
        credentials:
          password === null
            ? null
            : {
                ...names,
                password,
                previous_until: null,
                external_broker: parts.config.mqttUrl !== null,
              },
        measures_since,
      };
    }),
    changeRoute(db, boxesReplaceUndo, async (trx, { viewer, params, language }) => {
      await refuseTaken(() => undoReplacement(trx, parts, viewer, params.id, language));
      return readHardware(trx, viewer, params.id, clock.date());
    }),
  ];
}
