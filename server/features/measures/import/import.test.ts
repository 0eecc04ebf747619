import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { fetchBytes, jobWhenEnded, makeSampleBox } from '../testing.ts';

const server = await testServer();
const client = (await server.createClient()).id;
const user = await server.createUser({ client, level: 'privileged' });
const sampleBox = () => makeSampleBox(server, client);
const bytesOf = (path: string) => fetchBytes(server, user, path);

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
    // Another client's box has the same serial number.
    await server.db
      .updateTable('boxes')
      .set({ serial_number: `${box.serial}-OLD` })
      .where('id', '=', box.id)
      .execute();
    const twin = await server.createBox({ client, serial_number: box.serial });
    const dry = await upload(user.api, bytes, '?dry_run=true');
    expect(dry.status).toBe(202);
    expect((await jobWhenEnded(user.api, dry.body.id)).result).toMatchObject({
      dry_run: true,
      rows: 3,
      stored: 3,
      invalid: 0,
    });
    expect((await user.api.get(`/measures/?box=${twin.id}`)).body.count).toBe(0);
    const job = await upload(user.api, bytes);
    expect((await jobWhenEnded(user.api, job.body.id)).result).toMatchObject({ stored: 3, duplicates: 0 });
    const again = await bytesOf(path.replace(`box=${box.id}`, `box=${twin.id}`));
    expect(again.bytes.toString()).toBe(bytes.toString());
    // Imported again, nothing is doubled, and nothing is due for judging.
    const second = await upload(user.api, bytes);
    expect((await jobWhenEnded(user.api, second.body.id)).result).toMatchObject({
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
    const { result } = await jobWhenEnded(user.api, job.body.id);
    expect(result).toMatchObject({ rows: 5, stored: 2, invalid: 3, nulled: 1 });
    expect(result.errors).toMatchObject([
      { line: 3, code: 'not_numeric', column: 'Reading', message: 'Is not numeric' },
      { line: 4, code: 'not_time', column: 'When' },
      { line: 5, code: 'import_before_2015', column: 'When' },
    ]);
    expect((await user.api.get(`/measures/?box=${box.id}&ordering=date`)).body.results).toMatchObject([
      { date: '2026-03-29T01:30:00.000Z', stroke: 512.5 },
      { date: '2026-03-29T02:30:00.000Z', stroke: null },
    ]);
  });

  it('keeps the first of two different values of one moment, and counts the conflict', async () => {
    const box = await server.createBox({ client });
    const rows = ['Time (UTC),Stroke (mm)', ...[20, 20, 21].map((mm) => `2026-03-29T01:30:00Z,${mm}`)];
    for (const query of ['&dry_run=true', '']) {
      const job = await upload(user.api, rows.join('\n'), `?aero=${box.aeroIds[0]}${query}`);
      expect((await jobWhenEnded(user.api, job.body.id)).result).toMatchObject({
        rows: 3,
        stored: 1,
        duplicates: 2,
        conflicts: 1,
      });
    }
    expect((await user.api.get(`/measures/?box=${box.id}`)).body.results).toMatchObject([{ stroke: 20 }]);
  });

  it('takes the column that was chosen for a metric, and none where none was', async () => {
    const box = await server.createBox({ client });
    const csv = 'Time (UTC),Stroke (mm),Stroke (in),Pressure (bar)\n2026-03-29T01:30:00Z,1,10,150\n';
    const mapping = encodeURIComponent(JSON.stringify({ stroke: 'Stroke (in)', pressure: '' }));
    const job = await upload(user.api, csv, `?aero=${box.aeroIds[0]}&mapping=${mapping}`);
    expect((await jobWhenEnded(user.api, job.body.id)).result).toMatchObject({ stored: 1, invalid: 0 });
    expect((await user.api.get(`/measures/?box=${box.id}`)).body.results).toMatchObject([
      { stroke: 254, pressure: null },
    ]);
  });

  it('that fails keeps nothing of its file', async () => {
    const before = readdirSync(server.parts.files.pathOf('imports'));
    const csv = `Time (UTC),Box,AERO,Stroke (mm)\n2026-03-29T00:00:00Z,"${'x'.repeat(70_000)}",1,5\n`;
    const job = await upload(user.api, csv);
    expect(await jobWhenEnded(user.api, job.body.id)).toMatchObject({ state: 'failed' });
    expect(readdirSync(server.parts.files.pathOf('imports'))).toEqual(before);
  });

  it('takes nothing for a box of another client, as if it were not there', async () => {
    const foreign = await server.createBox({ client: (await server.createClient()).id });
    const csv = `Time (UTC),Box,AERO,Stroke (mm)\n2026-03-29T00:00:00Z,${foreign.serial},1,5\n2026-03-29T00:00:00Z,NO-BOX,1,5\n`;
    const job = await upload(user.api, csv);
    const { result } = await jobWhenEnded(user.api, job.body.id);
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

  it('fills what is missing and counts it; a lost race with a box that sends is run again', async () => {
    const box = await server.createBox({ client, aeros: [{}] });
    const at = (hour: number) => `2026-01-01T0${hour}:00:00Z`;
    const first = await upload(
      user.api,
      `date,temperature\n${at(1)},5\n${at(2)},6\n`,
      `?aero=${box.aeroIds[0]}`,
    );
    expect((await jobWhenEnded(user.api, first.body.id)).result).toMatchObject({ stored: 2, merged: 0 });
    // The database reports a deadlock twice: a sequence counts, because it ignores rollbacks.
    await sql`create sequence races`.execute(server.db);
    await sql`create function lose() returns trigger language plpgsql as
      $$ begin if nextval('races') <= 2 then raise exception 'deadlock' using errcode = '40P01'; end if; return new; end $$`.execute(
      server.db,
    );
    await sql`create trigger lose before insert on measures for each row execute function lose()`.execute(
      server.db,
    );
    try {
      const second = await upload(
        user.api,
        `date,temperature,stroke\n${at(1)},5,100\n${at(2)},7,101\n${at(3)},8,102\n`,
        `?aero=${box.aeroIds[0]}`,
      );
      expect((await jobWhenEnded(user.api, second.body.id)).result).toMatchObject({
        rows: 3,
        stored: 1,
        merged: 2,
        duplicates: 0,
        conflicts: 1,
        not_kept: 0,
      });
    } finally {
      await sql`drop function lose() cascade`.execute(server.db);
      await sql`drop sequence races`.execute(server.db);
    }
    const { results } = (await user.api.get(`/measures/?box=${box.id}&ordering=date`)).body;
    expect(results.map((row: { stroke: number }) => row.stroke)).toEqual([100, 101, 102]);
  });
});
