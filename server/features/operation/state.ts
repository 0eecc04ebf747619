import type { ProcessRole } from '@aerowatch/contracts/api/operation';
import type { Db } from '../../platform/database/db.ts';
import type { Release } from '../../platform/release.ts';
import { type Figure, figuresOf } from './figures.ts';
import { readDaysLeft } from './store-disks.ts';
import { readFigures } from './store-figures.ts';
import { installationFacts, liveReports } from './store-operation.ts';
import { readSuccesses } from './store-successes.ts';

interface OperationState {
  version: string;
  commit: string | null;
  processes: { host: string; roles: ProcessRole[]; version: string; started_at: string }[];
  figures: Figure[];
}

/** The content of the machine page, and of a support file. `now` in ms since 1970. */
export async function operationState(
  db: Db,
  { version, commit }: Release,
  isBackedUpHere: boolean,
  now: number,
): Promise<OperationState> {
  const reports = await liveReports(db);
  const figures = figuresOf({
    now,
    reports,
    ...(await installationFacts(db, isBackedUpHere)),
    figures: await readFigures(db).catch(() => null),
    successes: await readSuccesses(db),
    daysLeft: await readDaysLeft(db, reports, now),
  });
  return {
    version,
    commit,
    processes: reports.map(({ host, roles, version: itsVersion, started_at }) => ({
      host,
      roles: [...roles],
      version: itsVersion,
      started_at: new Date(started_at).toISOString(),
    })),
    figures,
  };
}
