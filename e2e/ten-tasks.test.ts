import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf, logIn } from '../simulator/fleet/api.ts';
import { expectShort } from './appearance/short.ts';
import { openBrowser, openContext } from './browser.ts';
import { type Demo, startDemo, stopDemo } from './start-demo.ts';
import {
  acceptHandOverPlan,
  believe,
  doTheWork,
  type Morning,
  seeItVerified,
  seeTheWorst,
} from './ten-tasks/inbox-tasks.ts';
import { fetchReport, printAYear, ruleByTag, silenceThursdays, whoAt45 } from './ten-tasks/other-tasks.ts';
import { beginWalk, type Score, type Walk } from './ten-tasks/walk.ts';
import { WORDS } from './ten-tasks/words.ts';
import { load } from './visit.ts';

const PASSWORD = 'a password of ten tasks';
const MANAGER = 'camille.martin@rail.example';
/** Filling 90 days of 60 boxes takes a minute, on a slow machine ten. */
const FILLED_WITHIN = 1_800_000;

type Play = (walk: Walk, morning: Morning) => Promise<void>;
/** What a person does on a morning, with the most clicks on a desk, and on a phone with its menu and sheets. */
const TASKS: readonly [name: string, play: Play, most: { desk: number; phone: number }][] = [
  ['know the three worst', seeTheWorst, { desk: 0, phone: 0 }],
  ['believe one', believe, { desk: 1, phone: 1 }],
  ['accept, hand over, plan', acceptHandOverPlan, { desk: 9, phone: 9 }],
  ['do it at the pole', doTheWork, { desk: 4, phone: 4 }],
  ['see it verified', seeItVerified, { desk: 0, phone: 0 }],
  ['silence four Thursdays', silenceThursdays, { desk: 11, phone: 12 }],
  ['a rule by tag to two people', ruleByTag, { desk: 15, phone: 16 }],
  ['a year of two AEROs on paper', printAYear, { desk: 7, phone: 10 }],
  ['the monthly report', fetchReport, { desk: 2, phone: 2 }],
  ['who reaches the stop at 45 °C', whoAt45, { desk: 2, phone: 3 }],
];
const LOOKS = [
  { language: 'en', width: 1440, height: 900, phone: false },
  { language: 'fr', width: 1440, height: 900, phone: false },
  { language: 'en', width: 360, height: 740, phone: true },
  { language: 'fr', width: 360, height: 740, phone: true },
] as const;

const data = mkdtempSync(join(tmpdir(), 'aerowatch-ten-tasks-'));
let demo: Demo;
let browser: Browser;
let close: () => Promise<void>;
let morning: Morning;
let session: { token: string; user: unknown };
const scores = new Map<string, Score>();

beforeAll(async () => {
  demo = await startDemo(data, PASSWORD);
  const api = apiOf(`${demo.url}/api`, await logIn(`${demo.url}/api`, 'admin@aerowatch.example', PASSWORD));
  const worst = worstOf(join(data, 'demonstration/truth.json'));
  expect(worst.length).toBeGreaterThan(1);
  morning = { api, worst, order: 0 };
  // The diagnoses of all boxes, and what they propose, come in their turn.
  const proposed = async () =>
    (await api.get<{ results: unknown[] }>('/work-orders/inbox/?kind=burst,broken_wire')).results.length;
  while ((await proposed()) < worst.length) await new Promise((resolve) => setTimeout(resolve, 1000));
  const token = await logIn(`${demo.url}/api`, MANAGER, PASSWORD);
  session = { token, user: await apiOf(`${demo.url}/api`, token).get('/me/') };
  ({ browser, close } = await openBrowser());
}, FILLED_WITHIN);
afterAll(async () => {
  await close?.();
  if (demo !== undefined) await stopDemo(demo);
  rmSync(data, { recursive: true, force: true });
  for (const [task, score] of scores) process.stdout.write(`${task}: ${JSON.stringify(score)}\n`);
}, FILLED_WITHIN);

/** Serial numbers of the railway's boxes whose wire broke or whose gas burst out, and is so still. */
function worstOf(path: string): string[] {
  const { boxes, faults } = JSON.parse(readFileSync(path, 'utf8')) as {
    boxes: { serial_number: string; client: string }[];
    faults: { fault: string; serial_number: string; end: string | null }[];
  };
  const own = new Set(boxes.filter(({ client }) => client !== 'tram').map((box) => box.serial_number));
  const worst = faults.filter(({ fault, end }) => ['break', 'burst'].includes(fault) && end === null);
  return worst.map((one) => one.serial_number).filter((serial) => own.has(serial));
}

/** The console speaks the language of its user. */
async function speak(language: 'en' | 'fr'): Promise<void> {
  const answer = await fetch(`${demo.url}/api/me/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Token ${session.token}` },
    body: JSON.stringify({ language, theme: 'light' }),
  });
  session.user = await answer.json();
}

async function playOn(
  { language, width, height, phone }: (typeof LOOKS)[number],
  task: (typeof TASKS)[number],
) {
  const [name, play, most] = task;
  await speak(language);
  const look = { language, width, height, phone, maps: false } as const;
  const { context, page } = await openContext(browser, demo.url, look, session);
  await load(page, demo.url);
  await expectShort(page, height);
  const walk = beginWalk(page, demo.url, WORDS[language], phone);
  await play(walk, morning);
  const score = walk.score();
  scores.set(`${language} ${width} ${name}`, score);
  expect(score.clicks).toBeLessThanOrEqual(most[phone ? 'phone' : 'desk']);
  await context.close();
}

// Before anything is accepted or done.
it.for(LOOKS)('the three worst are in sight: $language, $width px', (look) => playOn(look, TASKS[0]!));
/** What takes a proposal out of the list is played on a desk: there are not enough for all. */
const ONCE: readonly Play[] = [acceptHandOverPlan, doTheWork, seeItVerified];
describe.for(LOOKS)('a morning, $language, $width px', (look) => {
  it.for(TASKS.slice(1).filter(([, play]) => !look.phone || !ONCE.includes(play)))('%s', (task) =>
    playOn(look, task),
  );
});
