import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../testing/store-builders.ts';
import { startTestServer, type TestServer } from '../../testing.ts';
import { ingest } from './testing.ts';

let server: TestServer;
let client: number;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  client = (await server.createClient()).id;
  user = await server.createUser({ client, level: 'privileged' });
});
afterAll(() => server.stop());

// The clocks of Paris go forward at 01:00 UTC on this night.
const NIGHT = Date.UTC(2026, 2, 29, 0, 30) / 1000;

async function sampleBox(serial?: string) {
  const box = await server.createBox({ client, ...(serial === undefined ? {} : { serial_number: serial }) });
  await ingest(server, box.serial, 1, [
    {
      at: NIGHT,
      temperature: -3.4,
      pressure: 182.1,
      stroke: 512,
      battery_voltage: 3.71,
      charge_current: -12,
    },
    { at: NIGHT + 3600, temperature: 21.6, stroke: 514 },
  ]);
  await ingest(server, box.serial, 2, [{ at: NIGHT, temperature: 0.1, stroke: 33 }]);
  return box;
}
const bytesOf = async (path: string) => {
  const response = await fetch(`${server.url}/api${path}`, {
    headers: { Authorization: `Token ${user.token}` },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

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

it('an export as XLSX has typed cells', async () => {
  const box = await sampleBox();
  const { bytes } = await bytesOf(
    `/measures/export/?box=${box.id}&format=xlsx&time_zone=Europe/Paris&metrics=temperature,stroke`,
  );
  const files = unzipSync(bytes);
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(Object.keys(files)).toHaveLength(6);
  expect(sheet.match(/<row>/g)).toHaveLength(4);
  // 2026-03-29 01:30 in Paris and 00:30 in UTC, as days since 1899-12-30
  expect(sheet).toContain(
    `<row><c s="1"><v>46110.0625</v></c><c s="1"><v>46110.020833333</v></c><c t="inlineStr"><is><t xml:space="preserve">${box.serial}</t></is></c><c><v>1</v></c><c><v>-3.4</v></c><c><v>512</v></c></row>`,
  );
});

async function finished(api: TestUser['api'], id: number) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await api.get(`/jobs/${id}/`);
    if (!['queued', 'running'].includes(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the job did not end');
}

describe('an export as a job', () => {
  it('leaves a file for its user alone, and a link in an e-mail', async () => {
    const box = await sampleBox();
    const asked = await user.api.post('/measures/export/', {
      box: [box.id],
      metrics: ['stroke'],
      language: 'en',
      time_zone: 'UTC',
    });
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ kind: 'export', total: 3 });
    const job = await finished(user.api, asked.body.id);
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
    const { path } = mail.payload as { path: string };
    const byLink = await fetch(`${server.url}${path}`);
    expect(await byLink.text()).toBe(direct.bytes.toString('utf8').slice(1));
    expect((await fetch(`${server.url}${path.slice(0, -3)}xx/`)).status).toBe(404);
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

describe('an import', () => {
  const upload = async (api: TestUser['api'], csv: string | Buffer, query = '') => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(csv))]), 'measures.csv');
    return api.post(`/measures/import/${query}`, form);
  };

  it.each([
    ['en', 'metric'],
    ['fr', 'imperial'],
  ])('of an export (%s, %s) into an empty console gives the same export', async (language, system) => {
    const box = await sampleBox();
    const path = `/measures/export/?box=${box.id}&language=${language}&unit_system=${system}&time_zone=Europe/Paris`;
    const { bytes } = await bytesOf(path);
    // the empty console: another client's, whose box has the same serial number
    await server.db
      .updateTable('boxes')
      .set({ serial_number: `${box.serial}-OLD` })
      .where('id', '=', box.id)
      .execute();
    const twin = await server.createBox({ client, serial_number: box.serial });
    const dry = await upload(user.api, bytes, '?dry_run=true');
    expect(dry.status).toBe(202);
    expect((await finished(user.api, dry.body.id)).result).toMatchObject({
      dry_run: true,
      rows: 3,
      stored: 3,
      invalid: 0,
    });
    expect((await user.api.get(`/measures/?box=${twin.id}`)).body.count).toBe(0);
    const job = await upload(user.api, bytes);
    expect((await finished(user.api, job.body.id)).result).toMatchObject({ stored: 3, duplicates: 0 });
    const again = await bytesOf(path.replace(`box=${box.id}`, `box=${twin.id}`));
    expect(again.bytes.toString()).toBe(bytes.toString());
    // once more: nothing is doubled, and nothing is due for judging
    const second = await upload(user.api, bytes);
    expect((await finished(user.api, second.body.id)).result).toMatchObject({
      stored: 0,
      duplicates: 3,
      conflicts: 0,
    });
    const due = await server.db
      .selectFrom('aero_due')
      .where('aero_id', 'in', twin.aeroIds)
      .selectAll()
      .execute();
    expect(due).toEqual([]);
  });

  it('maps the columns of other files, and says what is wrong row by row', async () => {
    const box = await server.createBox({ client });
    const csv = [
      'When;Reading;Other',
      '29/03/2026 03:30;512,5;x',
      '2026-03-29 04:00;abc;',
      'yesterday;1;',
      '2014-01-01T00:00:00Z;1;',
      '2026-03-29T02:30:00Z;32767;',
    ].join('\n');
    const mapping = encodeURIComponent(JSON.stringify({ time: 'When', stroke: 'Reading' }));
    const query = `?aero=${box.aeroIds[0]}&mapping=${mapping}&time_zone=Europe/Paris`;
    const job = await upload(user.api, csv, query);
    const { result } = await finished(user.api, job.body.id);
    expect(result).toMatchObject({ rows: 5, stored: 2, invalid: 3, nulled: 1 });
    expect(result.errors.map((error: { line: number; code: string }) => [error.line, error.code])).toEqual([
      [3, 'not_numeric'],
      [4, 'not_time'],
      [5, 'import_before_2015'],
    ]);
    expect((await user.api.get(`/measures/?box=${box.id}&ordering=date`)).body.results).toMatchObject([
      { date: '2026-03-29T01:30:00.000Z', stroke: 512.5 },
      { date: '2026-03-29T02:30:00.000Z', stroke: null },
    ]);
  });

  it('takes nothing for a box of another client, as if it were not there', async () => {
    const foreign = await server.createBox({ client: (await server.createClient()).id });
    const csv = `Time (UTC),Box,AERO,Stroke (mm)\n2026-03-29T00:00:00Z,${foreign.serial},1,5\n2026-03-29T00:00:00Z,NO-BOX,1,5\n`;
    const job = await upload(user.api, csv);
    const { result } = await finished(user.api, job.body.id);
    expect(result).toMatchObject({ stored: 0, invalid: 2 });
    expect(result.errors[0].code.replace(foreign.serial, 'NO-BOX')).toBe(result.errors[1].code);
    expect((await upload(user.api, csv, `?aero=${foreign.aeroIds[0]}`)).status).toBe(400);
  });

  it('refuses at once what has no time or no metric, and members', async () => {
    expect((await upload(user.api, 'a,b\n1,2\n')).body.file).toHaveLength(1);
    expect((await upload(user.api, 'Time (UTC),Box,AERO\n1,2,3\n')).body.file).toHaveLength(1);
    expect(
      (await upload(user.api, 'Time (UTC),Box,AERO,Stroke (mm)\n', '?mapping=[')).body.mapping,
    ).toHaveLength(1);
    const member = await server.createUser({ client });
    expect((await upload(member.api, 'x')).status).toBe(403);
  });
});
