/**
 * A worker process for tests that kill it: judges, gathers and sends over DATABASE_URL until it dies. Prints
 * `ready` once it is running.
 */

import { flushCompileCache } from 'node:module';
import { makeVault } from '../../../platform/crypto/vault.ts';
import { connect } from '../../../platform/database/connection/connect.ts';
import { transaction } from '../../../platform/database/db.ts';
import { makeLog } from '../../../platform/log/log.ts';
import { smtpProvider } from '../../notifications/sending/provider-smtp.ts';
import { makeSender } from '../../notifications/sending/sender.ts';
import { groupNotifications } from '../../notifications/store-grouping.ts';
import { judgeDue } from './judging.ts';

const { DATABASE_URL = '', SMTP_URL = '' } = process.env;
const { db } = connect(DATABASE_URL, makeLog('silent'), { max: 4 });
const sender = makeSender({
  db,
  vault: makeVault(['a key for tests']),
  site: { title: 'AeroWatch', publicUrl: 'https://aero.example' },
  channel: 'email',
  provider: smtpProvider(SMTP_URL, 'console@aero.example', 'aero.example'),
  firstWaitSeconds: 0.2,
  leaseSeconds: 2,
});

async function forever(work: () => Promise<number>): Promise<void> {
  for (;;) {
    const done = await work().catch(() => 0);
    if (done === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
void forever(async () => (await judgeDue(db, Date.now(), 25)).aeros);
void forever(() => transaction(db, (trx) => groupNotifications(trx, 0.3, new Date())));
void forever(() => sender.sendNext());
// Otherwise a kill would leave no compile cache for the next start.
flushCompileCache();
process.stdout.write('ready\n');
