import { randomUUID } from 'node:crypto';
import { operationFigures, operationWarnings } from '@aerowatch/contracts/api/operation';
import { grants } from '@aerowatch/domain/access';
import type { MakeModule, Parts } from '../../parts.ts';
import { route } from '../../platform/http/route.ts';
import { ownRelease } from '../../platform/release.ts';
import { userOf } from '../../platform/viewer.ts';
import { measureInstallation, measureProcess } from './metrics.ts';
import type { ProcessReport } from './process-report.ts';
import { makeReport } from './report.ts';
import { operationState } from './state.ts';
import { sampleDisks } from './store-disks.ts';
import { forgetReports, installationFacts, liveReports, writeReport } from './store-operation.ts';
import { type Warning, warningsOf } from './warnings.ts';

const EVERY_MS = 15_000;

/** For the machine's operator: reports of each process, warnings on screen, metrics. */
export const operationModule: MakeModule = (parts) => {
  const release = ownRelease();
  let last: ProcessReport | undefined;
  measureProcess(parts, release, () => last?.database_ahead ?? null);
  if (parts.config.roles.includes('worker')) measureInstallation(parts);
  let stopping: (() => Promise<void>) | undefined;
  /** Once per process, whatever its roles. */
  const report = () => {
    stopping ??= startReports(parts, release.version, (one) => {
      last = one;
    });
    return stopping;
  };
  return {
    name: 'operation',
    routes: [
      route(operationFigures, () =>
        operationState(parts.db, release, parts.config.databaseUrl === null, parts.clock.now()),
      ),
      route(operationWarnings, async ({ viewer }) => {
        const facts = await factsOf(parts);
        const reports = await liveReports(parts.db);
        const warnings = warningsOf({ now: parts.clock.now(), reports, ...facts });
        return { warnings: grants(userOf(viewer).level, 'admin') ? warnings : ofEverybody(warnings) };
      }),
    ],
    web: report,
    ingest: report,
    worker: report,
  };
};

/** An external PostgreSQL is backed up by its own means. */
const factsOf = ({ db, config }: Parts) => installationFacts(db, config.databaseUrl === null);

/** Logs a line when it differs from the previous one; an empty one resets it. */
function onceWhileItLasts(say: (line: string) => void): (line: string) => void {
  let said = '';
  return (line) => {
    if (line !== said && line !== '') say(line);
    said = line;
  };
}

/** Warnings for everybody; machines and figures are shown to administrators only. */
function ofEverybody(warnings: readonly Warning[]): Warning[] {
  const [full] = warnings.filter(({ code }) => code === 'disk_full');
  return full === undefined ? [] : [{ code: full.code, subject: null, value: null }];
}

function startReports(
  parts: Parts,
  version: string,
  made: (report: ProcessReport) => void,
): () => Promise<void> {
  const id = randomUUID();
  let stopped = false;
  const clocks = onceWhileItLasts((line) =>
    parts.log.warn({ clocks: line }, 'clocks do not agree: is NTP running?'),
  );
  const archive = onceWhileItLasts(() =>
    parts.log.error(
      'the log of the database cannot be kept: is the folder of BACKUP_CONTINUOUS there, with room?',
    ),
  );
  const write = async () => {
    try {
      const report = await makeReport(parts, version);
      made(report);
      if (stopped) return;
      await writeReport(parts.db, id, report);
      await sampleDisks(parts.db, report, parts.clock.now());
      const wrong = warningsOf({ now: parts.clock.now(), reports: [report], ...(await factsOf(parts)) });
      clocks(
        wrong
          .filter(({ code }) => code.startsWith('clock'))
          .map(({ code, value }) => `${code} ${value} s`)
          .join(', '),
      );
      archive(wrong.some(({ code }) => code === 'archive_fails') ? 'fails' : '');
    } catch (error) {
      parts.log.debug({ err: error }, 'the report of this process could not be written');
    }
  };
  const first = write();
  const timer = setInterval(() => void write(), EVERY_MS).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await first;
    await forgetReports(parts.db, id).catch(() => undefined);
  };
}
