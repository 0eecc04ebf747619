import { Readable } from 'node:stream';
import { measuresExport, measuresExportJob } from '@aerowatch/contracts/api/measures';
import { readTime } from '@aerowatch/contracts/fields';
import { FILE_FORMATS } from '@aerowatch/domain/file-formats';
import type { Parts } from '../../../parts.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { goneOf, type Route, route, stream } from '../../../platform/http/route.ts';
import { nameOf, userOf } from '../../../platform/viewer.ts';
import { presentJob } from '../../jobs/present.ts';
import { queueJob } from '../../jobs/run.ts';
import { filenameOf, planExport, sizeExport, writeExport } from './export.ts';

export const exportRoutes = (parts: Parts): Route[] => [
  route(measuresExport, async ({ viewer, query, language, reply }) => {
    const now = parts.clock.now();
    const plan = planExport(query, viewer, language, now);
    const end = await parts.exports.take(nameOf(viewer), goneOf(reply));
    // Counting is work too: ten requests of one user at once are counted one after the other.
    await sizeExport(parts.db, viewer, plan).catch((error) => {
      end();
      throw error;
    });
    const pieces = writeExport(parts.db, viewer, plan, { giveWay: parts.load.giveWay });
    const file = Readable.from(pieces, { objectMode: false, highWaterMark: 1 << 18 });
    // Whether it was read to its end or not, the next one begins.
    file.once('close', end);
    return stream(file, { type: FILE_FORMATS[plan.format].type, filename: filenameOf(plan, now) });
  }),
  route(measuresExportJob, async ({ viewer, body, language }) => {
    const user = userOf(viewer);
    const now = parts.clock.now();
    const request = { ...body, from: timeOf('from', body.from), to: timeOf('to', body.to) };
    const plan = planExport(request, viewer, language, now);
    const total = await sizeExport(parts.db, viewer, plan);
    const params = { plan, filename: filenameOf(plan, now), email: body.email };
    return presentJob(parts.config, await queueJob(parts.db, user, { kind: 'export', total, params }));
  }),
];

function timeOf(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = readTime(text);
  if (ms === null) throw new BadRequest({ [field]: ['not_time'] });
  return ms;
}
