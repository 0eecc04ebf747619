/** Actions of an attacker from outside or with one account, while users read the dashboard and boxes send. */
import { readBounds } from '@aerowatch/server/features/measures/set-aside/store-bounds';
import { median, quantile, sleep, until } from '../lib/figures.ts';
import { type Process, startStage } from '../lib/stage.ts';
import { fillBoxes, fillMeasures, rollUpAll, SECRET } from '../lib/store-fill.ts';
import { WireBox } from '../lib/wire-box.ts';
import { promises, type Scene } from './scene.ts';
import { asideBytes } from './store-check.ts';
import { type Attacker, type Counts, inTurns, p95, startAttacker } from './strike.ts';

/** Maximum growth of others' p95; below the floor a wait is the scheduler's, and nobody notices it. */
const MAX_RATIO = 1.5;
const FLOOR_MS = 20;
/** Alternating windows of calm and attack, and the length of each. */
const PAIRS = 16;
const WINDOW_MS = 1000;
/** Number of attempts of the box under attack. */
const TRIES = 15;

const MIB = 1024 * 1024;

/** How often the box connected, and the longest time it took, in ms. */
async function enter(server: Process, serial: string, times: number, pauseMs: number) {
  const waits: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const wire = new WireBox({ serial, secret: SECRET, ports: [server.mqttPort] });
    const start = performance.now();
    const entered = await Promise.race([
      wire.connect().then(
        () => true,
        () => false,
      ),
      sleep(3000).then(() => false),
    ]);
    if (entered) waits.push(performance.now() - start);
    wire.end();
    await sleep(pauseMs);
  }
  return { entered: waits.length, longest: quantile(waits, 1) };
}

async function makeWorld() {
  const stage = await startStage();
  const { id: client } = await stage.db
    .insertInto('clients')
    .values({ name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const boxes = await fillBoxes(stage.db, 40, { client });
  const aeros = boxes.flatMap((box) => box.aeros);
  await fillMeasures(stage.db, aeros, 60);
  await rollUpAll(stage.db);
  const server = await stage.launch();
  const member = await stage.user(server.url, { level: 'member', client });
  const other = await stage.user(server.url, { level: 'member', client });
  const read = async () => {
    const { status } = await other.api.get('/dashboard/');
    if (status !== 200) throw new Error(`a dashboard was answered ${status}`);
  };
  return { stage, server, boxes, member, read };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

/** Attacks, and compares how long others wait with and without it; `after` runs during it. */
async function under(
  { server, read }: World,
  { hold, counts }: { hold(what: string, holds: boolean): void; counts: Record<string, number | string> },
  plan: { attack: string; pairs: number; more?: Readonly<Record<string, string>> },
  after?: (attacker: Attacker) => Promise<void>,
): Promise<Counts> {
  const { attack } = plan;
  const attacker = startAttacker(server, attack, plan.more ?? {});
  try {
    const waits = await inTurns(attacker, server, read, { pairs: plan.pairs, ms: WINDOW_MS });
    if (after !== undefined) {
      await attacker.go();
      await after(attacker);
      await attacker.rest();
    }
    const [calm, among] = [p95(waits.calm), p95(waits.among)];
    // For adjacent windows, so that other load of the machine in some of them does not matter.
    const ratio = median(waits.pairs.map((pair) => pair.among / Math.max(pair.calm, FLOOR_MS)));
    counts[`${attack}: others’ p95 without ms`] = calm.toFixed(1);
    counts[`${attack}: among ms`] = among.toFixed(1);
    counts[`${attack}: longest without and among ms`] =
      `${quantile(waits.calm, 1).toFixed(0)}, ${quantile(waits.among, 1).toFixed(0)}`;
    counts[`${attack}: ratio, median of pairs`] = ratio.toFixed(2);
    counts[`${attack}: ratio of all`] = (among / Math.max(calm, FLOOR_MS)).toFixed(2);
    counts[`${attack}: of a core, server and attacker %`] =
      `${waits.server.toFixed(0)}, ${waits.attacker.toFixed(0)}`;
    const seen = await attacker.counts();
    for (const [what, count] of Object.entries(seen)) counts[`${attack}: ${what}`] = count;
    hold(`${attack}: others’ p95 is ${ratio.toFixed(2)} times what it is without`, ratio <= MAX_RATIO);
    return seen;
  } finally {
    await attacker.end();
  }
}

export const attack: Scene = {
  name: 'attacks from outside and by one account',
  async play(long) {
    const { broken, hold } = promises();
    const counts: Record<string, number | string> = {};
    const world = await makeWorld();
    const { stage, server, boxes, member, read } = world;
    const surroundings = { hold, counts };
    const pairs = PAIRS * Math.min(long, 5);
    try {
      for (let turn = 0; turn < 40; turn += 1) await read();
      const posted = await under(world, surroundings, { attack: 'bodies', pairs });
      const answered = (posted['bytes answered'] ?? 0) / (posted.posts ?? 1);
      hold('an answer to a visitor is not bounded', answered < 16_384);

      const { serial } = boxes[0]!;
      await under(world, surroundings, { attack: 'passwords', pairs, more: { serial } }, async () => {
        const got = await enter(server, serial, TRIES, 300);
        counts['passwords: box got in'] = `${got.entered} of ${TRIES}`;
        counts['passwords: longest wait of the box ms'] = got.longest.toFixed(0);
        hold(`the box got in ${got.entered} of ${TRIES} times`, got.entered === TRIES);
      });

      const flooding = boxes[1]!;
      const more = { serial: flooding.serial, secret: SECRET };
      const flooded = await under(world, surroundings, { attack: 'aside', pairs, more });
      const kept = (await asideBytes(stage.db, flooding.id)) / MIB;
      counts['aside: set aside MiB'] = kept.toFixed(1);
      hold(`one box grew the list by ${kept.toFixed(1)} MiB`, kept <= (await readBounds(stage.db)).quota_mb);
      hold('the flooding box was not acknowledged', (flooded.messages ?? 0) > 0);

      const { token } = member;
      await under(world, surroundings, { attack: 'exporting', pairs, more: { token } }, async (attacker) => {
        const start = performance.now();
        await until(
          'the exporter gets a file',
          async () => ((await attacker.counts())['whole files'] ?? 0) > 0,
          180_000,
        );
        counts['exporting: first whole file after s'] = ((performance.now() - start) / 1000).toFixed(1);
      });
      const streamed = await under(world, surroundings, { attack: 'streams', pairs, more: { token } });
      hold('one member held many streams', (streamed['streams open at once'] ?? 0) <= 20);
      counts['memory at its highest MB'] = server.memory().peak.toFixed(0);
      return { name: attack.name, counts, broken };
    } finally {
      await stage.stop();
    }
  },
};
