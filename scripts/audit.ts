import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { AuditProblem } from '@aerowatch/domain/audit-problems';
import { auditProblems } from '@aerowatch/i18n/en/audit-problems';
import { type Config, readConfig } from '../server/config.ts';
import { openDatabase } from '../server/open-database.ts';
import { checkExport, endOf, fingerprintOf, lineOf, linesOf } from '../server/platform/audit/export-file.ts';
import { headPath, readHeads } from '../server/platform/audit/head-file.ts';
import { recordAudit } from '../server/platform/audit/store-audit.ts';
import { readStoredHeads } from '../server/platform/audit/stored-heads.ts';
import { type ChainVerdict, type Verdict, verifyChain } from '../server/platform/audit/verify.ts';
import { loadSigner } from '../server/platform/crypto/signer.ts';
import { makeLog } from '../server/platform/log/log.ts';
import { system } from '../server/platform/viewer.ts';
import { CommandError, command, say } from './command.ts';

const USAGE = `npm run audit -- verify          follows the chain of the audit log, and says what does not hold
npm run audit -- verify FILE     the same of an exported file, without the database
  --key FINGERPRINT              of the key it must be signed with, as export said it; without it the key in DATA_DIR
npm run audit -- accept REASON   goes on from the log as it is, after a backup was restored: the head that it does not
                                 follow from is put aside, and the reason stands in the log
npm run audit -- export FILE     writes the log with its proof: one entry a line, the last line signed

Works beside the running console, on the database of DATABASE_URL or DATA_DIR.`;

const keysOf = (config: Config) => join(config.dataDir, 'keys');

command(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [what, file, ...more] = positionals;
  const needsMore = what === 'export' || what === 'accept';
  if (more.length > 0 || !(what === 'verify' || (needsMore && file !== undefined)))
    throw new CommandError(USAGE);
  const config = readConfig(process.env);
  if (what === 'verify' && file !== undefined) return verifyFile(file, values.key ?? ownKey(config));
  if (config.databaseUrl === null && !existsSync(config.dataDir))
    throw new CommandError(`${config.dataDir} is not there: name the folder of the console by DATA_DIR.`);
  if (what === 'accept') return accept(config, file ?? '');
  report(await verifyDatabase(config, what === 'export' ? file : undefined));
});

/** The id of this installation's key, where there is one. */
function ownKey(config: Config): string | undefined {
  const folder = keysOf(config);
  return existsSync(folder) ? fingerprintOf(loadSigner(folder).publicKeyPem) : undefined;
}

/** A signature alone proves nothing: the key must be known from elsewhere. */
async function verifyFile(file: string, known: string | undefined): Promise<void> {
  const verdict = await checkExport(linesOf(createReadStream(file, 'utf8')));
  const { signedBy } = verdict;
  if (signedBy !== '') say(`Signed by the key ${signedBy}`);
  if (known === undefined && verdict.problems.length === 0)
    throw new CommandError(
      'Whose key that is cannot be told here: compare it with what export said, and name it by --key.',
    );
  const foreign = signedBy !== '' && known !== undefined && signedBy !== known.trim().toLowerCase();
  const other: AuditProblem[] = foreign ? [{ code: 'other_key', key: known }] : [];
  report({ ...verdict, problems: [...verdict.problems, ...other] });
}

/** Verifies the chain in the database; with a file it also exports the log. */
async function verifyDatabase(config: Config, file: string | undefined): Promise<ChainVerdict> {
  const database = await openDatabase(config, makeLog('error'));
  try {
    const kept = readStoredHeads(config, loadSigner(keysOf(config)), new Date());
    if (file === undefined) return await verifyChain(database.db, kept);
    const out = createWriteStream(file, { mode: 0o600, flags: 'wx' });
    await once(out, 'open');
    const verdict = await verifyChain(database.db, kept, (link) => void out.write(lineOf(link)));
    const signer = loadSigner(keysOf(config));
    out.end(endOf(verdict, signer));
    await finished(out);
    say(`Signed by the key ${fingerprintOf(signer.publicKeyPem)}: keep this line apart from the file.`);
    return verdict;
  } finally {
    await database.close();
    await database.stopServer();
  }
}

/**
 * After a restored backup the log is shorter than its stored head: an operator states the reason, and the log
 * continues.
 */
async function accept(config: Config, reason: string): Promise<void> {
  const path = headPath(config.dataDir);
  const [head] = readHeads(path);
  if (head === undefined) throw new CommandError(`No head is kept in ${path}.`);
  const database = await openDatabase(config, makeLog('error'));
  try {
    await recordAudit(database.db, system, {
      action: 'accept_head',
      entity: 'settings',
      id: null,
      clientId: null,
      before: { head: `${head.seq} ${head.hash}` },
      after: { head: null, reason },
    });
    renameSync(path, `${path}.${Date.now()}`);
    say('The head was put aside; the next entry of the log makes another one.');
  } finally {
    await database.close();
    await database.stopServer();
  }
}

const wordsOf = ({ code, ...about }: AuditProblem) =>
  auditProblems[code].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(about[name as keyof typeof about]),
  );

function report({
  entries,
  erased,
  waiting,
  gaps,
  kept,
  from,
  head,
  problems,
}: Verdict & Partial<Pick<ChainVerdict, 'gaps' | 'kept'>>): void {
  say(
    `${entries} entries of the chain${from.seq === 0 ? '' : `, after the ${from.seq} that retention took`}`,
  );
  if (erased > 0) say(`${erased} of them about people who were deleted since`);
  if (waiting > 0) say(`${waiting} wait to be chained`);
  if (gaps !== undefined && gaps > 0)
    say(`${gaps} numbers of entries were never chained: taken back, or removed before they were`);
  if (kept === null) say('No signed head is kept here: whether the end was cut cannot be told');
  else if (kept !== undefined)
    say(`Held against the head ${kept.seq} of ${kept.at}, kept outside the database`);
  say(`Head: ${head.seq} ${head.hash}`);
  for (const problem of problems) say(`✗ ${wordsOf(problem)}`);
  if (problems.length > 0) throw new CommandError('The audit log does not hold.');
  say('✓ nothing was changed, removed or put in');
}
