import type { AeroPage, Chart, SheetFinding } from '../sheets.ts';
import { drawChart } from './chart.ts';
import { SAMI_INK } from './cover.ts';
import { INK, INNER, PAGE, type Pen } from './pen.ts';

const LEFT = PAGE.margin;
const BOTTOM = PAGE.height - 56;
const CHART = 280;

/** One AERO that needs something: what is said of it, its curve, what was done. */
export function drawAeroPage(pen: Pen, page: AeroPage, chart: Chart | null, locale: string): void {
  pen.page(page.title);
  const badge = pen.widthOf(page.sami.text, { size: 9, weight: 'strong' }) + 18;
  pen.say('H1', pen.fitted(page.title, INNER - badge - 10, { size: 16, weight: 'strong' }), LEFT, 40, {
    size: 16,
    weight: 'strong',
    color: INK.brand,
  });
  pen.artifact(() =>
    pen.doc.roundedRect(LEFT + INNER - badge, 40, badge, 19, 3).fill(SAMI_INK[page.sami.level]),
  );
  pen.say('P', page.sami.text, LEFT + INNER - badge + 9, 44, { size: 9, weight: 'strong', color: '#ffffff' });
  let y = pen.say('P', page.place, LEFT, 63, { size: 9, color: INK.soft, width: INNER }) + 8;
  y = heading(pen, page.findingsTitle, y);
  if (page.findings.length === 0) y = pen.say('P', page.none, LEFT, y, { width: INNER }) + 8;
  const most = BOTTOM - CHART - 120;
  for (const finding of page.findings) {
    if (y + heightOf(pen, finding) > most) break;
    y = drawFinding(pen, finding, y);
  }
  if (page.ahead !== '') y = pen.say('P', page.ahead, LEFT, y, { width: INNER, weight: 'strong' }) + 6;
  y += 4;
  if (chart === null) y = pen.say('P', page.noChart, LEFT, y, { color: INK.soft, width: INNER }) + 10;
  else y = drawChart(pen, chart, y, CHART, locale) + 16;
  drawDone(pen, page, y);
}

function heading(pen: Pen, text: string, y: number): number {
  pen.say('H2', text, LEFT, y, { size: 11, weight: 'strong', color: INK.brand });
  return y + 18;
}

const TEXT = { size: 9, width: INNER - 14 };

function heightOf(pen: Pen, { lines }: SheetFinding): number {
  return 14 + lines.reduce((sum, line) => sum + pen.heightOf(line, TEXT.width, TEXT) + 1, 0) + 8;
}

function drawFinding(pen: Pen, finding: SheetFinding, y: number): number {
  const color = INK[finding.grade];
  const bottom = y + heightOf(pen, finding);
  pen.artifact(() => pen.doc.rect(LEFT, y, 2.5, bottom - y - 8).fill(color));
  pen.say('H3', `${finding.name} – ${finding.gradeName}`, LEFT + 10, y, {
    size: 10,
    weight: 'strong',
    color,
  });
  let line = y + 14;
  for (const text of finding.lines) line = pen.say('P', text, LEFT + 10, line, TEXT) + 1;
  return bottom;
}

function drawDone(pen: Pen, page: AeroPage, top: number): void {
  let y = heading(pen, page.doneTitle, top);
  if (page.done.length === 0) {
    pen.say('P', page.doneNone, LEFT, y, { color: INK.soft, width: INNER });
    return;
  }
  const list = pen.group('Table');
  let shown = 0;
  for (const [when, text] of page.done) {
    const height = pen.heightOf(text, INNER - 84, { size: 8.5 });
    if (y + height > BOTTOM - 12) break;
    const row = pen.group('TR', list);
    pen.say('TD', when, LEFT, y, { size: 8.5, color: INK.soft }, row);
    pen.say('TD', text, LEFT + 84, y, { size: 8.5, width: INNER - 84 }, row);
    row.end();
    y += height + 3;
    shown += 1;
  }
  list.end();
  const left = page.done.length - shown;
  if (left > 0)
    pen.say('P', page.doneMore.replace('{{count}}', String(left)), LEFT, y, { size: 8, color: INK.soft });
}
