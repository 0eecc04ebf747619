/** The simplest way to write and read a table: COPY. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { timeOf } from './figures.ts';

/** A naive table of the same columns with a primary key and nothing else. */
export async function makeBareTable(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop table if exists ${name}`);
  await client.query(
    `create table ${name} (aero_id integer not null, time timestamptz not null, received_at timestamptz not null, ${METRIC_KEYS.map((value) => `${value} real`).join(', ')}, primary key (aero_id, time))`,
  );
}

/** Milliseconds that COPY takes; the lines are created beforehand, so that only the database is measured. */
export async function copyIn(client: pg.Client, table: string, lines: Iterable<string>): Promise<number> {
  const chunks: string[] = [];
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length > 65_536) {
      chunks.push(chunk);
      chunk = '';
    }
  }
  chunks.push(chunk);
  return timeOf(() => pipeline(Readable.from(chunks), client.query(from(`copy ${table} from stdin`))));
}

/** Milliseconds and bytes of COPY (query) TO STDOUT as CSV. */
export async function copyOut(client: pg.Client, query: string): Promise<{ ms: number; bytes: number }> {
  let bytes = 0;
  const ms = await timeOf(async () => {
    for await (const chunk of client.query(to(`copy (${query}) to stdout with csv header`)))
      bytes += (chunk as Buffer).length;
  });
  return { ms, bytes };
}
