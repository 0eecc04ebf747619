/** `npm run bench`: measures every row of the table of promises and writes dist/bench.json. */

import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { resultFile } from './lib/result-file.ts';
import type { Finding, Row } from './lib/row.ts';
import { printFinding, printSummary } from './lib/table.ts';
import { conditions } from './rows/conditions.ts';
import { chart } from './rows/console/chart.ts';
import { dashboard } from './rows/console/dashboard.ts';
import { line } from './rows/console/line.ts';
import { map } from './rows/console/map.ts';
import { people } from './rows/console/people.ts';
import { signIn } from './rows/console/sign-in.ts';
import { web } from './rows/console/web.ts';
import { webFilter } from './rows/console/web-filter.ts';
import { diagnosing } from './rows/diagnosing.ts';
import { exportRow } from './rows/export.ts';
import { fleet } from './rows/fleet.ts';
import { forecast } from './rows/forecast.ts';
import { herd } from './rows/herd.ts';
import { ingest } from './rows/ingest.ts';
import { jobs } from './rows/jobs.ts';
import { judging } from './rows/judging.ts';
import { packs } from './rows/packs.ts';
import { puback } from './rows/puback.ts';
import { report } from './rows/report.ts';
import { series } from './rows/series.ts';
import { silences } from './rows/silences.ts';
import { wal } from './rows/wal.ts';
import { webhooks } from './rows/webhooks.ts';

const ROWS: readonly Row[] = [
  ingest,
  puback,
  herd,
  packs,
  wal,
  series,
  dashboard,
  map,
  judging,
  conditions,
  diagnosing,
  jobs,
  fleet,
  exportRow,
  people,
  signIn,
  web,
  webFilter,
  chart,
  silences,
  webhooks,
  forecast,
  line,
  report,
];

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string' }, out: { type: 'string' } },
});
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !ROWS.some((row) => row.name === name)) ?? [];
if (unknown.length > 0) {
  process.stderr.write(
    `No row ${unknown.join(', ')}; there are ${ROWS.map((row) => row.name).join(', ')}.\n`,
  );
  process.exit(2);
}

const started = new Date();
const findings: (Finding & { row: string; load: number })[] = [];
let failed = 0;
for (const row of ROWS.filter(({ name }) => wanted?.includes(name) ?? true)) {
  const load = loadavg()[0] ?? 0;
  const begin = performance.now();
  try {
    for (const finding of await row.run({ full: values.full })) {
      findings.push({ row: row.name, load: Math.round(load * 100) / 100, ...finding });
      printFinding(finding);
    }
  } catch (error) {
    failed += 1;
    process.stderr.write(
      `${row.name} could not be measured: ${error instanceof Error ? error.stack : error}\n`,
    );
  }
  process.stdout.write(
    `  (${row.name}: ${((performance.now() - begin) / 1000).toFixed(0)} s, load average before it ${load.toFixed(1)})\n`,
  );
}
printSummary(findings);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
if (wanted === undefined || values.out !== undefined) {
  const results = {
    date: started.toISOString(),
    machine,
    sizes: values.full ? 'full' : 'default',
    seconds: Math.round((Date.now() - started.getTime()) / 1000),
    findings,
  };
  writeFileSync(values.out ?? resultFile('bench.json'), `${JSON.stringify(results, null, 2)}\n`);
}
process.exit(failed === 0 ? 0 : 1);
