/** How long signing in takes: with a password alone, and in two steps with a code. */
import { createHmac } from 'node:crypto';
import { hashPassword, isPassword } from '@aerowatch/server/features/credentials/passwords';
import { makeApi } from '../../../testing/api.ts';
import { median, quantile, timeOf } from '../../lib/figures.ts';
import type { Finding, Row } from '../../lib/row.ts';
import { onStage } from '../../lib/stage.ts';

const TIMES = 40;
const PASSWORD = 'a long password of the bench';
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A code computed as in RFC 6238: six digits of HMAC-SHA-1 over the step of thirty seconds. */
function codeOf(secret: string, now: number): string {
  const bits = [...secret].map((sign) => SIGNS.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

export const signIn: Row = {
  name: 'sign-in',
  run: () =>
    onStage(async (stage) => {
      const server = await stage.launch({ ROLES: 'web' });
      const password_hash = await hashPassword(PASSWORD);
      const [plain, careful] = [
        await stage.user(server.url, { password_hash }),
        await stage.user(server.url, { password_hash }),
      ];
      const { secret } = (await careful.api.post('/me/second-factor/totp/')).body;
      await careful.api.post('/me/second-factor/totp/', { code: codeOf(secret, Date.now()) });
      const api = makeApi(server.url);
      const ask = (username: string) => api.post('/api-token-auth/', { username, password: PASSWORD });
      const waits = {
        alone: [] as number[],
        first: [] as number[],
        second: [] as number[],
        hash: [] as number[],
      };
      for (let round = 0; round <= TIMES; round += 1) {
        // A code counts only once in thirty seconds: accepted ones are deleted between two rounds.
        await stage.db.updateTable('totp_factors').set({ last_step: 0 }).execute();
        let status = 0;
        let challenge = '';
        const hash = await timeOf(() => isPassword(PASSWORD, password_hash));
        const alone = await timeOf(async () => ({ status } = await ask(plain.email)));
        const first = await timeOf(async () => {
          challenge = (await ask(careful.email)).body.second_factor.challenge;
        });
        const totp = codeOf(secret, Date.now());
        let finished = 0;
        const second = await timeOf(async () => {
          ({ status: finished } = await api.post('/second-factor/', { challenge, totp }));
        });
        if (status !== 200 || finished !== 200) throw new Error(`signing in answered ${status}, ${finished}`);
        // The first round warms connections and plans.
        if (round === 0) continue;
        for (const [name, ms] of Object.entries({ alone, first, second, hash }))
          waits[name as keyof typeof waits].push(ms);
      }
      const figures = {
        alone: 'with a password alone',
        first: 'with a factor, the password',
        second: 'with a factor, the code',
      };
      return (Object.keys(figures) as (keyof typeof figures)[]).map(
        (step): Finding => ({
          what: `signing in ${figures[step]}, median`,
          value: median(waits[step]),
          unit: 'ms',
          reference: median(waits.hash),
          referenceIs: 'argon2id alone',
          ratio: median(waits[step]) / median(waits.hash),
          verdict: 'shown',
          note: `p95 ${quantile(waits[step], 0.95).toFixed(0)} ms, ${TIMES} times, one after the other`,
        }),
      );
    }),
};
