import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Own, sampleOf } from '../access-walk/samples.ts';
import { MAKE, MAKE_ORDERS } from '../access-walk/store-things.ts';
import { makeSide } from '../access-walk/store-world.ts';
import { testServer } from '../test-server.ts';
import { type Attempt, attempts } from './requests.ts';

/**
 * `npm test` runs a part of it; FUZZ_REQUESTS=20000 runs all, FUZZ_SEED repeats a run, FUZZ_LOG=error shows
 * the causes.
 */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_007);
const AT_ONCE = 8;
/** Longest time of a single answer. */
const LONGEST_MS = 1000;
/**
 * Limits of endpoints that create a document; the specified limit is 20 s for a report of a thousand AEROs.
 */
const LONGER_MS: Readonly<Record<string, number>> = { 'reports.monthly': 5000 };
/** The machine may be busy with other processes: the best of this many tries counts. */
const TRIES = 5;
/** Among other requests the machine may cause this delay; then the time of the request alone counts. */
const PATIENCE_MS = 15_000;
/**
 * After this many requests, callers and their things are created anew: the requests delete, revoke and switch
 * off.
 */
const ROUND = 400;
const LEAKS =
  /\b(select|insert into|update|delete from)\b[^"]*\b(from|values|set|where)\b|node_modules|\.ts:\d+|\bat \w+ \(|postgres:\/\/|argon2id/i;

const server = await testServer({
  env: { ROLES: 'web', CALL_RATE: 'off', LOG_LEVEL: process.env.FUZZ_LOG ?? 'fatal' },
});

type Tokens = Record<Attempt['level'], string | undefined>;
interface Round {
  readonly own: Own;
  readonly tokens: Tokens;
  readonly ids: readonly number[];
}

async function newRound(): Promise<Round> {
  const side = await makeSide(server, 'Matterhorn');
  const round: Round = {
    own: { ...side, tag: 0, firmware: 0, alert: 0, user: 0, order: 0, proposal: 0, finished: 0 },
    tokens: { admin: '', privileged: '', member: '', visitor: undefined },
    ids: [],
  };
  const users = await Promise.all(
    (['admin', 'privileged', 'member'] as const).map((level) => signIn(round, level)),
  );
  const owner = users[2]?.id ?? 0;
  const made = await Promise.all(Object.values(MAKE).map((make) => make(server, side, owner)));
  const [tag, firmware, alert] = await Promise.all([
    MAKE.tag(server, side, owner),
    MAKE.firmware(server, side, owner),
    MAKE.alert(server, side, owner),
  ]);
  const orders = {
    order: await MAKE_ORDERS.order(server, side, owner),
    proposal: await MAKE_ORDERS.proposal(server, side),
    finished: await MAKE_ORDERS.finished(server, side, owner),
  };
  return {
    ...round,
    own: { ...side, tag, firmware, alert, user: owner, ...orders },
    ids: [...new Set([...made, side.box, ...side.aeros])],
  };
}

async function signIn({ own: { client }, tokens }: Round, level: 'admin' | 'privileged' | 'member') {
  // The client may have been deleted by a request.
  const user = await server.createUser({ level, client }).catch(() => server.createUser({ level }));
  tokens[level] = user.token;
  return user;
}

/** Undefined when the interface allows the answer, otherwise the problem. */
async function problemOf(
  attempt: Attempt,
  tokens: Tokens,
  isRepeated = false,
): Promise<{ status: number; problem: string | undefined }> {
  const { endpoint, body } = attempt;
  const query = new URLSearchParams(attempt.query.map(([name, value]) => [name, value])).toString();
  const path = endpoint.path.replace(/\{\w+\}/g, String(attempt.id));
  const token = tokens[attempt.level];
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const headers = {
    'X-Forwarded-For': `10.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}.1`,
    ...(token === undefined ? {} : { Authorization: `Token ${token}` }),
    ...attempt.headers,
  };
  try {
    const response = await fetch(`${server.url}/api${path}${query === '' ? '' : `?${query}`}`, {
      method: endpoint.method,
      headers,
      signal: stop.signal,
      ...(body === undefined || endpoint.method === 'GET'
        ? {}
        : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      stop.abort();
      return { status: response.status, problem: undefined };
    }
    const text = await response.text();
    return { status: response.status, problem: wrongWith(response, text) };
  } catch (error) {
    // A download ends when its user loses rights, which others of these requests remove.
    if (endpoint.answers === 'stream' && !isRepeated) return await problemOf(attempt, tokens, true);
    return {
      status: 0,
      problem: `no answer: ${(error as Error).message} ${(error as { cause?: Error }).cause?.message ?? ''}`,
    };
  } finally {
    clearTimeout(timer);
  }
}

function wrongWith({ status, headers }: Response, text: string): string | undefined {
  if (status >= 500) return text;
  if (status < 400) return undefined;
  if (LEAKS.test(text)) return `it tells of the inside: ${text}`;
  if (headers.get('content-type')?.startsWith('application/json') !== true)
    return `not JSON: ${headers.get('content-type')} ${text}`;
  const said = JSON.parse(text) as Record<string, unknown>;
  if (status !== 400 && typeof said.detail !== 'string') return `a refusal without a sentence: ${text}`;
  if (status === 400 && Object.keys(said).length === 0) return 'a refusal that says nothing';
  return undefined;
}

/** The problem of a request that took too long among others, when repeated alone. */
async function alone(attempt: Attempt, tokens: Tokens): Promise<string | undefined> {
  let best = Number.POSITIVE_INFINITY;
  const longest = LONGER_MS[attempt.endpoint.name] ?? LONGEST_MS;
  for (let turn = 0; turn < TRIES && best > longest; turn += 1) {
    const began = performance.now();
    const { status, problem } = await problemOf(attempt, tokens);
    if (problem !== undefined && status !== 0) return problem;
    if (status !== 0) best = Math.min(best, performance.now() - began);
  }
  return best > longest ? `it takes ${best.toFixed(0)} ms alone` : undefined;
}

it(
  `answers ${REQUESTS} requests grown from its own schemas without a fault (seed ${SEED})`,
  async () => {
    const counts = new Map<number, number>();
    const problems: string[] = [];
    let longest = 0;
    let asked = 0;
    const arbitrary = (scene: Round) =>
      fc
        .constantFrom(...ENDPOINTS)
        .chain((endpoint) => attempts(endpoint, scene.ids, sampleOf(endpoint, scene.own)));
    for (let done = 0; done < REQUESTS && problems.length < 20; done += ROUND) {
      const scene = await newRound();
      const round = fc.sample(arbitrary(scene), {
        numRuns: Math.min(ROUND, REQUESTS - done),
        seed: SEED + done,
      });
      const next = round[Symbol.iterator]();
      const slow: Attempt[] = [];
      const work = async () => {
        for (const attempt of next) {
          const began = performance.now();
          const { status, problem } = await problemOf(attempt, scene.tokens);
          const took = performance.now() - began;
          longest = Math.max(longest, took);
          if (took > LONGEST_MS) slow.push(attempt);
          // When repeated alone it must answer, and correctly.
          if (took >= PATIENCE_MS && status === 0) {
            counts.set(status, (counts.get(status) ?? 0) + 1);
            continue;
          }
          // The requests sign out, switch off and delete their own users.
          if (status === 401 && attempt.level !== 'visitor') await signIn(scene, attempt.level);
          counts.set(status, (counts.get(status) ?? 0) + 1);
          if (problem !== undefined) problems.push(told(attempt, status, problem));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      for (const attempt of slow) {
        asked += 1;
        const problem = await alone(attempt, scene.tokens);
        if (problem !== undefined) problems.push(told(attempt, 0, problem));
      }
    }
    const said = [...counts]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ');
    process.stdout.write(
      `\nfuzz, seed ${SEED}: ${said}; the longest of ${AT_ONCE} at once ${longest.toFixed(0)} ms, ${asked} asked again alone\n`,
    );
    expect(problems).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    // The requests also passed the schemas, and were not only refused by them.
    const good = [...counts]
      .filter(([status]) => status >= 200 && status < 300)
      .reduce((sum, [, count]) => sum + count, 0);
    expect(good / REQUESTS).toBeGreaterThan(0.1);
  },
  60_000 + REQUESTS * 60,
);

function told(
  { endpoint, level, id, query, headers, body }: Attempt,
  status: number,
  problem: string,
): string {
  return `${status} ${endpoint.name} as ${level}, id ${id}, query ${JSON.stringify(query).slice(0, 300)}, headers ${JSON.stringify(headers).slice(0, 200)}, body ${String(body).slice(0, 400)}\n  ${problem.slice(0, 600)}`;
}
