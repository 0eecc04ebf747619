import { type Db, transaction } from '../../platform/database/db.ts';
import { system } from '../../platform/viewer.ts';
import { accountOfAnyEmail } from '../credentials/store-sessions.ts';
import { removeFactors } from './remove.ts';

/** For somebody who lost their factors, when no administrator is left: false for an unknown name. */
export async function removeFactorsOf(db: Db, email: string): Promise<'gone' | 'none' | 'nobody'> {
  const account = await accountOfAnyEmail(db, system, email);
  if (account === undefined) return 'nobody';
  const had = await transaction(db, (trx) => removeFactors(trx, system, account));
  return had ? 'gone' : 'none';
}
