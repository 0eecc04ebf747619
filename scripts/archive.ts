import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { cutsOf } from '../server/features/measures/archive/archiving.ts';
import { restoreArchive } from '../server/features/measures/archive/restore-archive.ts';
import { openDatabase } from '../server/open-database.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { CommandError, command, say } from './command.ts';

const USAGE = `npm run archive -- restore FILE…

Puts measures that RETENTION=measures=… moved to files back, beside the running servers, from the files of
ARCHIVE_FOLDER (measures-2016-03-0001.csv.gz with its .sha256). Lengthen RETENTION first, for the servers and
for this command, or they would be archived again.`;

command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [name, ...files] = positionals;
  if (name !== 'restore' || files.length === 0) throw new CommandError(USAGE);
  const config = readConfig(process.env);
  const { measures } = cutsOf(config.retention, Date.now());
  const months = files.map(monthIn);
  if (measures !== null && months.some((month) => month < measures.getTime()))
    throw new CommandError(
      `RETENTION keeps measures for ${config.retention.measures} days, so they would be archived again: lengthen it first, for the servers too.`,
    );
  const database = await openDatabase(config, makeLog('error'));
  try {
    // The newest first: whole years are then drawn from rows again.
    for (const file of files.toSorted().toReversed()) {
      const { rows, stored, unknown } = await restoreArchive(database.db, file);
      say(
        `${file}: ${rows} measures, ${stored} put back, ${rows - stored} there already or of no AERO here.`,
      );
      if (unknown.length > 0) say(`Not here: ${unknown.slice(0, 20).join('; ')}.`);
    }
  } finally {
    await database.close();
    await database.stopServer();
  }
});

/** The first moment of the month in a file’s name. */
function monthIn(file: string): number {
  const month = /measures-(\d{4}-\d\d)-\d+\.csv\.gz$/.exec(file)?.[1];
  if (month === undefined)
    throw new CommandError(`${file} is not named as an archive: measures-2016-03-0001.csv.gz.`);
  return Date.parse(`${month}-01T00:00:00Z`);
}
