import type { InboxRow } from '@aerowatch/contracts/api/inbox';
import type { Fault } from '@aerowatch/domain/faults/list';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { TestBox, TestUser } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { system } from '../../platform/viewer.ts';
import { ingest } from '../measures/testing.ts';
import { composeCover } from './compose-cover.ts';
import { gather } from './gather.ts';
import { aeroRows } from './store-figures.ts';
import { propose, storeFaults } from './testing.ts';
import { day, NOW, openAlerts, storeMonth } from './testing-month.ts';
import { pagesOf, unmarkedTexts } from './testing-pdf.ts';
import { reportWords } from './words.ts';

const server = await testServer({
  env: { ROLES: 'web' },
  clock: { now: () => NOW, date: () => new Date(NOW) },
  checkAnswers: false,
});
const { client, manager, boxes } = await storeMonth(server);

async function fetchReport(user: TestUser, query: string) {
  const response = await fetch(`${server.url}/api/reports/monthly/?${query}`, {
    headers: { Authorization: `Token ${user.token}` },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
/** Compares the figures of the first page with the API's answers. */
async function expectCover(cover: string): Promise<void> {
  const { count: boxCount } = (await manager.api.get('/boxes/')).body;
  const { results: aeros } = (await manager.api.get('/aeros/?page_size=100')).body;
  const alerts = (await manager.api.get('/alerts/opened/')).body;
  const { results: orders } = (await manager.api.get('/work-orders/')).body;
  expect(cover).toContain('Réseau d’essai October 2026');
  // An order, a leak, a forecast and an alert.
  const { counts } = (await manager.api.get('/work-orders/inbox/')).body;
  expect(counts.all).toBe(4);
  expect(cover).toContain(
    `Matters to handle ${counts.all} on 2 Nov 2026, for ${aeros.length} AEROs in ${boxCount} boxes`,
  );
  // 30 + 20 of 93 days; the third box never sent.
  expect(cover).toContain('Availability of boxes 53.8%');
  expect(cover).toContain('2 of 3 silent for 7 days');
  expect(cover).toContain(`Alerts opened 3 0 notified, ${alerts.length} open`);
  expect(cover).toContain('Work orders done 2 2 open, 1 overdue');
  const unsatisfactory = aeros.filter((one: { sami: string }) => one.sami === 'unsatisfactory').length;
  expect(cover).toContain(`I Unsatisfactory 0 → 1 0 → ${unsatisfactory}`);
  expect(cover).toContain('S Satisfactory 3 → 2 6 → 5');
  expect(cover).toContain('Closed (marked as seen) 3');
  // 6 h, 20 h and 60 h.
  expect(cover).toContain('Median time to close 20 h');
  expect(cover).toContain('Created 4 Done 2 Fault confirmed 1 Not confirmed 1');
  const [precision] = (await manager.api.get('/diagnostics/precision/')).body;
  expect(cover).toContain(`Gas leak ${precision.found} of ${precision.named}`);
  const { results: week } = (await manager.api.get('/forecast/?ordering=-chance')).body;
  expect(week[0]).toMatchObject({ aero: boxes[1]!.aeroIds[0], day: '2026-11-05', margin: { hot: 0.62 } });
  expect(cover).toContain('The week ahead (from 2 Nov 2026) AERO Day Chance Stop');
  expect(cover).toContain(`${boxes[1]!.serial} – AERO 1 Thursday 5 November 62% hot stop`);
  expect(cover).toContain('Air temperature of your places: -2.0 °C to 31.0 °C.'.replace('-', '-'));
  expect(cover).toContain('from each AERO’s own climate');
  expect(cover).toContain('how reliable they are is not known');
  expect(cover).toContain('Unsatisfactory Repair it, then raise its SAMI –');
  expect(orders).toHaveLength(4);
}

/** The page of the leaking AERO: its finding, why it is one, and its curve. */
async function expectLeakPage(page: string): Promise<void> {
  const { results } = (await manager.api.get('/diagnostics/', { 'Accept-Language': 'en' })).body;
  const { text } = results[0].findings[0];
  expect(page).toContain(`${boxes[1]!.serial} – AERO 1`);
  expect(page).toContain(text.sentence.replace(/[\s\u00a0\u202f]+/g, ' '));
  expect(page).toContain(`To do: ${text.act}`.replace(/[\s\u00a0\u202f]+/g, ' '));
  for (const reason of [
    'May also be – Burst: sudden gas loss: read the pressure on a gauge',
    'Ruled out – Pressure sensor drift: the stroke followed',
    'What would change the verdict – when the amount of gas has been stable',
  ])
    expect(page).toContain(reason);
  expect(page).toContain('chance of 62% of entering its safety margin on Thursday 5 November');
  expect(page).toMatch(
    /Pressure at its minimum \(120(\.0)? bar\): between 5 Dec 2026 and 9 Feb 2027, most likely 8 Jan 2027/,
  );
  expect(page).toContain('Pressure (bar)');
  // The curve also shows since when, and the limit although far below.
  expect(page).toContain('Since 10 Oct 2026');
  expect(page).toContain('↓ Pressure minimum: 120 bar');
}

describe('the monthly report', () => {
  it('says the same numbers as the console, page by page, in both languages', async () => {
    const { status, headers, bytes } = await fetchReport(manager, 'month=2026-10&language=en');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain('2026-10.pdf');
    const pages = await pagesOf(bytes);
    // Two pages for the four AEROs that ask for somebody, two on each, the late order and the leak first; then
    // all six.
    expect(pages).toHaveLength(4);
    await expectCover(pages[0]!);
    await expectLeakPage(pages[1]!);
    expect(pages.slice(1, 3).join(' ')).toContain('SAMI from Satisfactory to Unsatisfactory');
    expect(pages.slice(1, 3).join(' ')).toContain('Alert: Temperature (Heat)');
    expect(pages[3]).toContain('All AEROs');
    for (const { serial } of boxes) expect(pages[3]!.split(serial)).toHaveLength(3);
    expect(pages[3]).toContain(`${boxes[0]!.serial} 2 Dijon – Vallorbe V2 12+345 S → I`);

    const french = await pagesOf((await fetchReport(manager, 'month=2026-10&unit_system=imperial')).bytes);
    expect(french[0]).toContain('Octobre 2026');
    expect(french[0]).toContain('Disponibilité des boîtiers 53,8 %');
    expect(french[0]).toContain('Délai médian de clôture 20 h');
    expect(french[1]).toContain('Pression (psi)');
  });

  it('lists the inbox in its order, what is to be done and by when, then what is only rated unsatisfactory', async () => {
    const asked = { client: client.id, month: '2026-10', timeZone: 'Europe/Paris' } as const;
    const all = await gather(server.db, system, asked, NOW);
    const words = reportWords({ language: 'en', unitSystem: 'metric', timeZone: asked.timeZone });
    const todo = composeCover(all, words, null).lists[0]!.rows;
    expect(todo.map(([, ...said]) => said)).toEqual([
      ['Excessive friction', 'Clean the ram and its guides and grease them', '20 Oct 2026'],
      ['Gas leak', 'Find the leak and top up the gas', '20 Nov 2026'],
      ['Margin forecast, 7 days', 'Readjust the AERO to give it back some stroke', '5 Nov 2026'],
      ['Heat', 'Review', '23 Nov 2026'],
      ['Unsatisfactory', 'Repair it, then raise its SAMI', '–'],
    ]);
  });

  it('of forty AEROs with alerts has eight pages at most, a broken wire and a burst first, a battery once', async () => {
    const large = await server.createClient();
    const many: TestBox[] = [];
    for (let i = 0; i < 20; i += 1)
      many.push(
        await server.createBox({
          client: large.id,
          created_at: new Date(Date.UTC(2026, 8, 1)),
          line: 'Longue ligne',
          kilometer_point: i,
          aeros: [{ track_number: 'V1' }, { track_number: 'V2' }],
        } as never),
      );
    await openAlerts(
      server,
      large.id,
      many.flatMap((box) => box.aeroIds.map((aero) => ({ aero, box: box.id }))),
    );
    const noticed = day(12).getTime();
    const store = (fault: Fault, aeros: readonly number[]) => storeFaults(server.db, aeros, fault, noticed);
    await store('broken_wire', [many[9]!.aeroIds[1]!]);
    await store('burst', [many[14]!.aeroIds[0]!]);
    await store('battery_low', many[3]!.aeroIds);
    await propose(server.db, NOW);
    const pages = await pagesOf(
      (await fetchReport(server.admin, `client=${large.id}&month=2026-10&language=en`)).bytes,
    );
    expect(pages.length).toBeLessThanOrEqual(8);
    const cover = pages[0]!;
    const list = cover.slice(cover.indexOf('Priority actions'));
    expect(list).toMatch(
      new RegExp(
        `^Priority actions \\(on 2 Nov 2026\\) AERO Fault To do By ${many[9]!.serial} – AERO 2 Broken wire [^–]* at once ${many[14]!.serial} – AERO 1 Burst[^–]* at once `,
      ),
    );
    // The same rows as the inbox, in its order: those alike are one there and here.
    const inbox = await server.admin.api.get(`/work-orders/inbox/?client=${large.id}&limit=200`, {
      'Accept-Language': 'en',
    });
    expect(cover).toContain(`Matters to handle ${inbox.body.counts.all} on 2 Nov 2026`);
    const rows = (inbox.body.results as InboxRow[]).map(({ matter: { name, place, aero }, group }) => {
      if (group !== null)
        return `${group.count} ${aero === null ? 'boxes' : 'AEROs'} · line Longue ligne ${name}`;
      return `${place.serial_number}${place.position === null ? '' : ` – AERO ${place.position}`} ${name}`;
    });
    const at = rows.map((row) => list.indexOf(row));
    expect(at).toEqual(at.filter((one) => one >= 0).sort((a, b) => a - b));
    expect(list).toContain('38 AEROs · line Longue ligne Heat Review');
    expect(list).toContain('19 boxes · line Longue ligne Silence');
    expect(cover).not.toContain('alert is open');
    // The battery belongs to the box: one row, by its number alone, and none of its AEROs is missing from the
    // table of all.
    const actions = pages.slice(0, -1).join(' ');
    expect(actions).toContain(`${many[3]!.serial} Battery`);
    expect(actions).not.toContain(`${many[3]!.serial} – AERO 2 Battery`);
    for (const { serial } of many)
      expect(pages.at(-1)!.split(serial).length + pages.at(-2)!.split(serial).length).toBeGreaterThan(2);
    // A proposal of the console is not an order.
    expect(cover).toContain('Work orders done 0 0 open, 0 overdue');
  });

  it('is tagged and fit to be kept: PDF/A-2a, its language, headings, tables, figures with words, all fonts within', async () => {
    const { bytes } = await fetchReport(manager, 'month=2026-10');
    const document = await getDocumentProxy(bytes.slice());
    const { info, metadata } = await document.getMetadata();
    expect(info).toMatchObject({ Language: 'fr', IsAcroFormPresent: false, PDFFormatVersion: '1.7' });
    expect([metadata?.get('pdfaid:part'), metadata?.get('pdfaid:conformance')]).toEqual(['2', 'A']);
    expect(metadata?.get('dc:title')).toBe((info as { Title: string }).Title);
    expect((info as { Title: string }).Title).toContain(client.name);
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    expect((await document.getOutline()).length).toBe(document.numPages);
    for (let page = 1; page <= document.numPages; page += 1)
      expect(await unmarkedTexts(await document.getPage(page))).toBe(0);
    const kinds = new Set<string>();
    const alts: string[] = [];
    const walk = (node: { role?: string; alt?: string; children?: unknown[] }) => {
      if (node.role) kinds.add(node.role);
      if (node.alt) alts.push(node.alt);
      for (const child of node.children ?? []) walk(child as typeof node);
    };
    for (let page = 1; page <= 2; page += 1)
      walk((await (await document.getPage(page)).getStructTree()) as never);
    expect([...kinds]).toEqual(
      expect.arrayContaining(['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']),
    );
    expect(alts.some((alt) => alt.includes('Insatisfaisant 1'))).toBe(true);
    expect(alts.some((alt) => /Pression.*180,0.*Depuis le 10 oct\..*Pression minimale/.test(alt))).toBe(true);
    // Curves are vectors, not pictures, and all fonts are embedded.
    const file = Buffer.from(bytes).toString('latin1');
    expect(file).not.toContain('/Subtype /Image');
    expect(file).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
    expect(file).toContain('/FontFile2');
    expect(file).toMatch(/\/OutputIntents/);
  });

  it('is of one client alone, of a month that has begun, and of a key that may read', async () => {
    const foreign = await server.createUser({
      level: 'privileged',
      client: (await server.createClient()).id,
    });
    expect((await fetchReport(foreign, `client=${client.id}&month=2026-10`)).status).toBe(400);
    expect((await fetchReport(manager, 'month=2026-12')).status).toBe(400);
    expect((await fetchReport(manager, 'month=2026-13')).status).toBe(400);
    expect((await fetchReport(server.admin, 'month=2026-10')).status).toBe(400);
    const own = await pagesOf((await fetchReport(foreign, '')).bytes);
    expect(own.join(' ')).not.toContain('Dijon');
    expect(own).toHaveLength(2);
  });

  it('counts what was there by its end, made or measured, and nothing that came later', async () => {
    const scope = { viewer: system, client: client.id, from: day(1, 0), to: new Date(Date.UTC(2026, 10, 1)) };
    const aeros = async () => (await aeroRows(server.db, scope)).map(({ aero }) => aero);
    const before = await aeros();
    const late = await server.createBox({ client: client.id, created_at: new Date(NOW) });
    expect(await aeros()).toEqual(before);
    // Its earlier measures were imported.
    await ingest(server, late.serial, 2, [{ at: day(20).getTime() / 1000, temperature: 10, stroke: 500 }]);
    expect((await aeros()).sort()).toEqual([...before, late.aeroIds[1]!].sort());
    await server.db.deleteFrom('boxes').where('id', '=', late.id).execute();
  });
});
