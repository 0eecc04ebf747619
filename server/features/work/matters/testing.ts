/** A client with users and boxes, for tests of matters: stores diagnoses and alerts, and reads the inbox. */
import { DAY } from '@aerowatch/domain/durations';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import type { Fault, FindingKey } from '@aerowatch/domain/faults/list';
import { FAULT_ROWS } from '@aerowatch/domain/faults/list';
import { withDefaults } from '@aerowatch/domain/faults/steps/defaults';
import type { TestServer } from '../../../../testing/start-test-server.ts';
import type { Db } from '../../../platform/database/db.ts';
import { condition } from '../../alerting/testing.ts';
import { proposeDue } from './propose.ts';

type Verdicts = Partial<Record<Fault, 'watch' | 'bad'>>;

/** Runs the proposals until no box is due. */
async function turn(db: Db, now = new Date()): Promise<void> {
  while ((await proposeDue(db, now)) > 0);
}

/** Stores a diagnosis as the worker of diagnoses does, and runs the proposals. */
async function diagnosed(db: Db, aero: number, faults: Verdicts, now = Date.now()): Promise<void> {
  const findings = Object.entries(faults).map(([fault, verdict]) => {
    const key = Object.keys(FAULT_ROWS[fault as Fault].findings)[0] as FindingKey;
    const said = { fault: fault as Fault, since: now - 2 * DAY, confidence: 0.9 };
    return withDefaults(makeFinding(key, 1, null, verdict, {}, said), now);
  });
  const verdicts = Object.values(faults);
  const verdict = verdicts.includes('bad') ? 'bad' : verdicts.length > 0 ? 'watch' : 'good';
  const row = {
    day: '2026-11-20',
    verdict,
    findings: JSON.stringify(findings) as never,
    faults: Object.keys(faults),
  };
  await db
    .insertInto('diagnostics')
    .values({ aero_id: aero, ...row })
    .onConflict((conflict) => conflict.column('aero_id').doUpdateSet(row))
    .execute();
  await turn(db, new Date(now));
}

/** The AERO and metric of an alert. */
interface Rung {
  readonly client: number;
  readonly box: number;
  readonly aero: number;
  readonly metric: string;
}
/** Stores an open alert of a rule as judging does, and runs the proposals; returns its id. */
async function rung(db: Db, { client, box, aero, metric }: Rung, more: object): Promise<number> {
  const at = new Date();
  const { id } = await db
    .insertInto('alerts')
    .values({
      supervisor_name: 'Gas pressure low',
      condition_id: 1,
      condition: JSON.stringify({ ...condition({ metric, comparator: 'lt', value: 60 } as never), id: 1 }),
      aero_id: aero,
      box_id: box,
      client_id: client,
      opened_at: at,
      value: 55,
      last_value: 55,
      last_at: at,
      ...more,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await turn(db);
  return id;
}

/** Users of one client, and one user of another. */
export async function stageOfMatters(server: TestServer) {
  const { db } = server;
  const client = await server.createClient();
  const ada = await server.createUser({ client: client.id, first_name: 'Ada', last_name: 'Byron' });
  const ben = await server.createUser({ client: client.id, first_name: 'Ben', last_name: 'Cole' });
  const observer = await server.createUser({ level: 'observer', client: client.id });
  const foreigner = await server.createUser({ client: (await server.createClient()).id });
  const { api } = ada;
  const inbox = async (query: string, who = api) => (await who.get(`/work-orders/inbox/?${query}`)).body;
  return {
    client,
    ada,
    ben,
    observer,
    foreigner,
    api,
    inbox,
    turn: (now?: Date) => turn(db, now),
    diagnosed: (aero: number, faults: Verdicts, now?: number) => diagnosed(db, aero, faults, now),
    boxOf: (more: object = {}) =>
      server.createBox({ client: client.id, last_send: new Date(), aeros: [{}, {}], ...more }),
    onlyOf: async (box: number) => (await inbox(`box=${box}`)).results[0]?.matter,
    historyOf: async (id: number) =>
      (await api.get(`/work-orders/${id}/history/`)).body.map(({ type }: { type: string }) => type),
    rung: (box: number, aero: number, metric: string, more: object = {}) =>
      rung(db, { client: client.id, box, aero, metric }, more),
  };
}
