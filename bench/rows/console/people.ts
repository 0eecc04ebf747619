/** How long users wait with 10,000 boxes: signing in, the list, a box, search; ten of them at once. */
import { hashPassword } from '@aerowatch/server/features/credentials/passwords';
import { makeApi } from '../../../testing/api.ts';
import { quantile, sleep, timeOf } from '../../lib/figures.ts';
import { type Finding, judged, type Row } from '../../lib/row.ts';
import { onStage } from '../../lib/stage.ts';
import { fillBoxes } from '../../lib/store-fill.ts';

const BOXES = 10_000;
const PEOPLE = 10;
const ROUNDS = 12;
/** A user reads between two clicks, ms; ten users thus make twenty requests per second. */
const THINK = 500;
const PASSWORD = 'a long password of the bench';

type Step = 'login' | 'list' | 'box' | 'search';
const STEPS: Readonly<Record<Step, { what: string; most?: number }>> = {
  login: { what: 'signing in (argon2id, 19 MiB, 2 passes)', most: 50 },
  list: { what: 'the list, 50 boxes of a page, searched and sorted' },
  box: { what: 'one box' },
  search: { what: 'search in everything', most: 60 },
};

export const people: Row = {
  name: 'people',
  run: () =>
    onStage(async (stage) => {
      const boxes = await fillBoxes(stage.db, BOXES);
      const server = await stage.launch({ ROLES: 'web' });
      const hash = await hashPassword(PASSWORD);
      const users = await Promise.all(
        Array.from({ length: PEOPLE }, () => stage.user(server.url, { level: 'admin', password_hash: hash })),
      );
      const waits: Record<Step, number[]> = { login: [], list: [], box: [], search: [] };
      await Promise.all(
        users.map(async ({ email }, person) => {
          await sleep((person * THINK) / PEOPLE);
          for (let round = 0; round <= ROUNDS; round += 1) {
            let api = makeApi(server.url, '');
            const box = boxes[(round * 997 + person * 131) % boxes.length]!;
            const steps: [Step, () => Promise<{ status: number; text: string }>][] = [
              ['login', () => api.post('/api-token-auth/', { username: email, password: PASSWORD })],
              [
                'list',
                () =>
                  api.get(
                    `/boxes/?page=${round + 1}&page_size=50&search=${box.serial.slice(6, 10)}&ordering=-line`,
                  ),
              ],
              ['box', () => api.get(`/boxes/${box.id}/`)],
              ['search', () => api.get(`/search/?q=${encodeURIComponent(`${box.serial.slice(0, 10)}`)}`)],
            ];
            for (const [step, ask] of steps) {
              let answer: { status: number; text: string } | undefined;
              const ms = await timeOf(async () => {
                answer = await ask();
              });
              if (answer?.status !== 200) throw new Error(`${step}: ${answer?.text.slice(0, 300)}`);
              if (step === 'login') api = makeApi(server.url, JSON.parse(answer.text).token);
              // The first round warms connections and plans.
              if (round > 0) waits[step].push(ms);
              await sleep(THINK);
            }
          }
        }),
      );
      return (Object.keys(STEPS) as Step[]).map((step): Finding => {
        const { what, most } = STEPS[step];
        const p95 = quantile(waits[step], 0.95);
        return {
          what: `${PEOPLE} people, ${BOXES} boxes: ${what}, p95`,
          value: p95,
          unit: 'ms',
          ...(most === undefined ? {} : { target: `≤ ${most} ms` }),
          verdict: most === undefined ? 'shown' : judged(p95 <= most),
          note: `median ${quantile(waits[step], 0.5).toFixed(0)} ms, ${waits[step].length} times, each person every ${THINK} ms`,
        };
      });
    }),
};
