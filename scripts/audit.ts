import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase } from '../server/open-database.ts';
import { checkExport, endOf, lineOf } from '../server/platform/audit/export-file.ts';
import { type Verdict, verifyChain } from '../server/platform/audit/verify.ts';
import { loadSigner } from '../server/platform/crypto/signer.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { CommandError, command, say } from './command.ts';

const USAGE = `npm run audit -- verify          follows the chain of the audit log, and says what does not hold
npm run audit -- verify FILE     the same of an exported file, without the database
npm run audit -- export FILE     writes the log with its proof: one entry a line, the last line signed

Works beside the running console, on the database of DATABASE_URL or DATA_DIR.`;

command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [what, file, ...more] = positionals;
  if (more.length > 0 || !(what === 'verify' || (what === 'export' && file !== undefined)))
    throw new CommandError(USAGE);
  if (what === 'verify' && file !== undefined) return tell(checkExport(readFileSync(file, 'utf8')));
  const config = readConfig(process.env);
  tell(await follow(config, what === 'export' ? file : undefined));
});

/** Follows the chain in the database; with a file it is written on the way. */
async function follow(config: Config, file: string | undefined): Promise<Verdict> {
  const database = await openDatabase(config, makeLog('error'));
  try {
    if (file === undefined) return await verifyChain(database.db);
    const out = createWriteStream(file, { mode: 0o600, flags: 'wx' });
    const verdict = await verifyChain(database.db, (link) => void out.write(lineOf(link)));
    out.end(endOf(verdict, loadSigner(join(config.dataDir, 'keys'))));
    await finished(out);
    return verdict;
  } finally {
    await database.close();
    await database.stopServer();
  }
}

function tell({ entries, erased, waiting, from, head, problems }: Verdict): void {
  say(
    `${entries} entries of the chain${from.seq === 0 ? '' : `, after the ${from.seq} that retention took`}`,
  );
  if (erased > 0) say(`${erased} of them about people who were deleted since`);
  if (waiting > 0) say(`${waiting} wait to be chained`);
  say(`Head: ${head.seq} ${head.hash}`);
  for (const problem of problems) say(`✗ ${problem}`);
  if (problems.length > 0) throw new CommandError('The audit log does not hold.');
  say('✓ nothing was changed, removed or put in');
}
