import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, vi } from 'vitest';
import { read, utils } from 'xlsx';
import { testServer } from '../../../../testing/test-server.ts';
import { packAero } from '../packing/packing.ts';
import { rollUp } from '../series/store-rollups.ts';
import { fetchBytes, ingest, jobWhenEnded, makeSampleBox, NIGHT } from '../testing.ts';

const server = await testServer();
const client = (await server.createClient()).id;
const user = await server.createUser({ client, level: 'privileged' });

const sampleBox = (serial?: string) => makeSampleBox(server, client, serial);
const bytesOf = (path: string) => fetchBytes(server, user, path);

/** The sheet of a workbook; times as the stored numbers. */
const rowsOf = (bytes: Buffer) =>
  utils.sheet_to_json<(string | number | null)[]>(Object.values(read(bytes).Sheets)[0] ?? {}, {
    header: 1,
    defval: null,
  });

describe('an export as CSV', () => {
  it('has headers with units, times in the zone and in UTC, and the values as stored', async () => {
    const box = await sampleBox();
    const { status, headers, bytes } = await bytesOf(
      `/measures/export/?box=${box.id}&time_zone=Europe/Paris&metrics=temperature,stroke&language=en`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/attachment; filename="measures_.*\.csv"/);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString('utf8').slice(1).split('\r\n')).toEqual([
      'Time (Europe/Paris),Time (UTC),Box,AERO,Temperature (°C),Stroke (mm)',
      `2026-03-29T01:30:00.000+01:00,2026-03-29T00:30:00.000Z,${box.serial},1,-3.4,512`,
      `2026-03-29T03:30:00.000+02:00,2026-03-29T01:30:00.000Z,${box.serial},1,21.6,514`,
      `2026-03-29T01:30:00.000+01:00,2026-03-29T00:30:00.000Z,${box.serial},2,0.1,33`,
      '',
    ]);
  });

  it('speaks French to French spreadsheets, in the units asked for', async () => {
    const box = await sampleBox();
    const { bytes } = await bytesOf(
      `/measures/export/?aero=${box.aeroIds[0]}&time_zone=UTC&language=fr&unit_system=imperial&metrics=temperature,stroke`,
    );
    const [header, first] = bytes.toString('utf8').slice(1).split('\r\n');
    expect(header).toBe('Date et heure (UTC);Date et heure (UTC);Boîtier;AERO;Température (°F);Course (in)');
    expect(first?.split(';').slice(3)).toEqual(['1', '25,88', '20,1574803']);
  });

  it('writes buckets when asked for what is shown', async () => {
    const box = await sampleBox();
    const { bytes } = await bytesOf(
      `/measures/export/?aero=${box.aeroIds[0]}&every=86400&metrics=stroke&language=en`,
    );
    const [header, first, rest] = bytes.toString('utf8').slice(1).split('\r\n');
    expect(header).toContain('Datapoints,"Stroke (mm), minimum","Stroke (mm), mean","Stroke (mm), maximum"');
    expect(first).toMatch(/,1,2,512,513,514$/);
    expect(rest).toBe('');
  });

  // Walking through it second by second would take minutes for ten years.
  it('writes buckets of a second around years of silence, in either order, packed or not', async () => {
    const box = await server.createBox({ client });
    const aero = box.aeroIds[0] ?? 0;
    const start = Date.UTC(2015, 5, 1, 23, 59, 58) / 1000;
    await ingest(server, box.serial, 1, [
      { at: start, stroke: 1 },
      { at: start + 4000, stroke: 2 },
      { at: NIGHT, stroke: 3 },
    ]);
    const path = `/measures/export/?aero=${aero}&every=1&metrics=stroke&language=en&time_zone=UTC`;
    const strokes = async (ordering: string): Promise<string[]> => {
      const { bytes } = await bytesOf(`${path}&ordering=${ordering}`);
      return bytes
        .toString('utf8')
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').at(-1) ?? '');
    };
    for (const pack of [false, true]) {
      if (pack) {
        // The server rolls up too: a day is not packed while it is doing so.
        await expect
          .poll(async () => {
            while ((await rollUp(server.db)) > 0);
            await server.db.deleteFrom('aero_due').execute();
            const soon = new Date(Date.now() + 60_000);
            return packAero(server.db, aero, { closed: soon, quiet: soon });
          })
          .toBeGreaterThan(1);
      }
      expect(await strokes('date')).toEqual(['1', '2', '3']);
      expect(await strokes('-date')).toEqual(['3', '2', '1']);
    }
  });

  it('neutralises what a spreadsheet would compute, and leaves negative numbers alone', async () => {
    const box = await sampleBox('-2+3');
    const { bytes } = await bytesOf(`/measures/export/?box=${box.id}&metrics=temperature&language=en`);
    const [, row] = parse(bytes, { bom: true }) as string[][];
    expect(row?.[2]).toBe("'-2+3");
    expect(row?.[4]).toBe('-3.4');
  });

  it('holds nothing of another client, and refuses an unknown zone and too much', async () => {
    const foreign = await server.createBox({ client: (await server.createClient()).id });
    await ingest(server, foreign.serial, 1, [{ at: NIGHT, stroke: 1 }]);
    const { bytes } = await bytesOf(`/measures/export/?box=${foreign.id}&aero=${foreign.aeroIds[0]}`);
    expect(bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(1);
    expect((await bytesOf('/measures/export/?time_zone=Mars/Base')).status).toBe(400);
    const big = await server.createBox({ client });
    const counts = { box_id: big.id, day: '2026-01-01', count: 1_000_001 };
    await server.db.insertInto('box_day_counts').values(counts).execute();
    expect((await bytesOf(`/measures/export/?box=${big.id}&format=csv`)).status).toBe(200);
    const refused = await user.api.get(`/measures/export/?box=${big.id}&format=xlsx`);
    expect(refused.status).toBe(413);
    expect(refused.body.detail).toMatch(/^Data cannot be exported\. /);
  });
});

it('of more rows than are read at once none is missing or doubled, in either order, absent values empty', async () => {
  const box = await server.createBox({ client });
  const aero = box.aeroIds[0] ?? 0;
  const sent = Array.from({ length: 12_003 }, (_, n) => ({
    at: NIGHT + n * 61,
    temperature: n % 3 === 0 ? null : (n % 400) / 4 - 40,
    stroke: n % 5 === 0 ? null : n % 480,
  }));
  for (let start = 0; start < sent.length; start += 4000)
    await ingest(server, box.serial, 1, sent.slice(start, start + 4000));
  const lines = sent.map(({ at, temperature, stroke }) =>
    [new Date(at * 1000).toISOString(), box.serial, 1, temperature, stroke]
      .map((cell) => cell ?? '')
      .join(','),
  );
  const path = `/measures/export/?aero=${aero}&metrics=temperature,stroke&language=en`;
  for (const [ordering, expected] of [
    ['date', lines],
    ['-date', lines.toReversed()],
  ] as const) {
    const { bytes } = await bytesOf(`${path}&ordering=${ordering}`);
    const written = bytes.toString('utf8').split('\r\n').slice(1, -1);
    expect(written.map((line) => line.slice(line.indexOf(',') + 1))).toEqual(expected);
  }
  const book = await bytesOf(`${path}&format=xlsx`);
  const rows = rowsOf(book.bytes);
  expect(rows).toHaveLength(sent.length + 1);
  expect(rows[1]?.slice(2)).toEqual([box.serial, 1, null, null]);
  expect(rows.slice(1).map((row) => row.slice(4))).toEqual(
    sent.map(({ temperature, stroke }) => [temperature, stroke]),
  );
});

it('AEROs with none, few and many measures stand in order, more of them than are asked about at once', async () => {
  // 2 AEROs per box: more than are read at once, the first empty, the last but one long.
  const boxes = [];
  for (let n = 0; n < 54; n += 1)
    boxes.push(await server.createBox({ client, serial_number: `FEW-${String(n).padStart(3, '0')}` }));
  const sent = boxes.map((box, n) => ({
    box,
    at: Array.from({ length: n === 52 ? 5100 : n % 7 }, (_, i) => NIGHT + 60 * i + n),
  }));
  for (const { box, at } of sent)
    for (let start = 0; start < at.length; start += 4000)
      await ingest(
        server,
        box.serial,
        2,
        at.slice(start, start + 4000).map((time) => ({ at: time, stroke: (time % 400) + 1 })),
      );
  const ids = boxes.map((box) => box.id).join(',');
  for (const ordering of ['date', '-date'] as const) {
    const { bytes } = await bytesOf(
      `/measures/export/?box=${ids}&metrics=stroke&language=en&time_zone=UTC&ordering=${ordering}`,
    );
    expect(bytes.toString('utf8').split('\r\n').slice(1, -1)).toEqual(
      sent.flatMap(({ box, at }) =>
        (ordering === 'date' ? at : at.toReversed()).map((time) => {
          const utc = new Date(time * 1000).toISOString();
          return `${utc.replace('Z', '+00:00')},${utc},${box.serial},2,${(time % 400) + 1}`;
        }),
      ),
    );
  }
});

it('an export as XLSX has typed cells', async () => {
  const box = await sampleBox();
  const { bytes } = await bytesOf(
    `/measures/export/?box=${box.id}&format=xlsx&time_zone=Europe/Paris&metrics=temperature,stroke`,
  );
  const [header, ...rows] = rowsOf(bytes);
  // 2026-03-29 01:30 in Paris and 00:30 in UTC, as days since 1899-12-30
  expect(rows[0]).toEqual([46110.0625, 46110.020833334, box.serial, 1, -3.4, 512]);
  expect(header).toHaveLength(6);
  expect(rows).toHaveLength(3);
});

describe('an export as a job', () => {
  it('leaves a file for its user alone, and a link in an e-mail', async () => {
    const box = await sampleBox();
    const queued = await user.api.post('/measures/export/', {
      box: [box.id],
      metrics: ['stroke'],
      language: 'en',
      time_zone: 'UTC',
    });
    expect(queued.status).toBe(202);
    expect(queued.body).toMatchObject({ kind: 'export', total: 3 });
    const job = await jobWhenEnded(user.api, queued.body.id);
    expect(job).toMatchObject({ state: 'done', progress: 1, result: { rows: 3 } });
    const file = await bytesOf(job.file.replace(/^\/api/, ''));
    const direct = await bytesOf(`/measures/export/?box=${box.id}&metrics=stroke&language=en&time_zone=UTC`);
    expect(file.bytes.toString()).toBe(direct.bytes.toString());
    const other = await server.createUser({ client, level: 'admin' });
    expect((await other.api.get(`/jobs/${job.id}/`)).status).toBe(404);
    expect((await other.api.get(`/jobs/${job.id}/file/`)).status).toBe(404);

    const mail = await server.db
      .selectFrom('messages')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'export')
      .select('payload')
      .executeTakeFirstOrThrow();
    const { sealed } = mail.payload as { sealed: string };
    const path = server.parts.vault.open(sealed, 'messages.payload.path');
    expect(JSON.stringify(mail.payload)).not.toContain(path);
    const byLink = await fetch(`${server.url}${path}`);
    expect(await byLink.text()).toBe(direct.bytes.toString('utf8').slice(1));
    expect((await fetch(`${server.url}${path.slice(0, -3)}xx/`)).status).toBe(404);
  });

  it('cancelled half way stops, and leaves no file, no part of one and no e-mail', async () => {
    const boxes = await Promise.all([sampleBox(), sampleBox(), sampleBox(), sampleBox()]);
    const { put } = server.parts.files;
    const cancelled: { status: number }[] = [];
    // The disk accepts the first piece of the file, which leaves enough time to cancel.
    vi.spyOn(server.parts.files, 'put').mockImplementationOnce((name, source) =>
      put(
        name,
        Readable.from(
          (async function* () {
            const id = Number(/\d+/.exec(name)?.[0]);
            for await (const piece of source as Readable) {
              yield piece;
              if (cancelled.length > 0) continue;
              cancelled.push(await user.api.post(`/jobs/${id}/cancel/`, {}));
              await new Promise((resolve) => setTimeout(resolve, 500));
            }
          })(),
        ),
      ),
    );
    const queued = await user.api.post('/measures/export/', { box: boxes.map(({ id }) => id) });
    const job = await jobWhenEnded(user.api, queued.body.id);
    expect(cancelled).toMatchObject([{ status: 200, body: { state: 'running' } }]);
    expect(job).toMatchObject({ state: 'cancelled', file: null, result: null });
    expect(job.progress).toBeGreaterThan(0);
    expect(job.progress).toBeLessThan(1);
    const kept = readdirSync(server.parts.files.pathOf('exports'));
    expect(kept.filter((name) => name.startsWith(`${job.id}.`))).toEqual([]);
    expect((await user.api.get(`/jobs/${job.id}/file/`)).status).toBe(404);
    const mails = server.db.selectFrom('messages').where('kind', '=', 'export').select('payload');
    expect(JSON.stringify(await mails.execute())).not.toContain(`"rows":12`);
  });

  it('can be cancelled while it waits', async () => {
    const row = await server.db
      .insertInto('jobs')
      .values({
        kind: 'export',
        user_id: user.id,
        client_id: client,
        params: '{}',
        state: 'running',
        heartbeat_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { status, body } = await user.api.post(`/jobs/${row.id}/cancel/`, {});
    expect([status, body.state]).toEqual([200, 'running']);
    const stored = await server.db
      .selectFrom('jobs')
      .where('id', '=', row.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(stored.cancel_asked).toBe(true);
  });
});
