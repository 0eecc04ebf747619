import type { Parts } from '../../parts.ts';
import type { Call } from '../../platform/http/route.ts';
import { system } from '../../platform/viewer.ts';
import { limitOfSession } from '../credentials/store-tokens.ts';
import { presentUser } from '../users/present.ts';
import { userById } from '../users/store.ts';
import type { From, Session } from './sign-in.ts';

/** Where a call comes from. */
export function fromOf(call: Pick<Call<never>, 'address' | 'request'>, device: string | undefined): From {
  return { address: call.address, browser: call.request.headers['user-agent'] ?? '', device };
}

/** The answer to a sign-in: the token, the user, and what must be done first. */
export async function presentSession({ db, config }: Pick<Parts, 'db' | 'config'>, session: Session) {
  const { token, tokenId, userId, device } = session;
  const user = presentUser(config, await userById(db, system, userId));
  const limited = await limitOfSession(db, system, tokenId, config.sessions.secondFactor);
  return { token, device, user, ...(limited === null ? {} : { limited }) };
}
