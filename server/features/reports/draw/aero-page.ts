import type { AeroPage, Chart, SheetFinding } from '../sheets.ts';
import { drawChart } from './chart.ts';
import { SAMI_INK } from './cover.ts';
import { INK, INNER, PAGE, type Pen } from './pen.ts';

const LEFT = PAGE.margin;
/** Start and end of the halves of a page. */
const HALVES = {
  upper: { top: 40, bottom: 408 },
  lower: { top: 428, bottom: PAGE.height - 44 },
} as const;
export type Half = keyof typeof HALVES;
/** Space for the events, and the least for a curve. */
const DONE = 74;
const CHART = 112;

/** One AERO that needs attention, on half a page: its findings, its curve, what was done. */
export function drawAeroPage(
  pen: Pen,
  page: AeroPage,
  chart: Chart | null,
  locale: string,
  half: Half,
): void {
  const { top, bottom } = HALVES[half];
  if (half === 'upper') pen.page(page.title);
  else divide(pen, top - 14);
  const badge = pen.widthOf(page.sami.text, { size: 9, weight: 'strong' }) + 18;
  pen.say('H1', pen.fitted(page.title, INNER - badge - 10, { size: 14, weight: 'strong' }), LEFT, top, {
    size: 14,
    weight: 'strong',
    color: INK.brand,
  });
  pen.artifact(() =>
    pen.doc.roundedRect(LEFT + INNER - badge, top - 2, badge, 19, 3).fill(SAMI_INK[page.sami.level]),
  );
  pen.say('P', page.sami.text, LEFT + INNER - badge + 9, top + 2, {
    size: 9,
    weight: 'strong',
    color: '#ffffff',
  });
  let y = pen.say('P', page.place, LEFT, top + 19, { size: 8.5, color: INK.soft, width: INNER }) + 6;
  if (page.findings.length === 0) y = pen.say('P', page.none, LEFT, y, { width: INNER }) + 6;
  const most = bottom - CHART - DONE - (page.ahead === '' ? 0 : 20);
  for (const [at, finding] of page.findings.entries()) {
    const said = at === 0 ? shortened(pen, finding, most - y) : finding;
    if (at > 0 && y + heightOf(pen, said) > most) break;
    y = drawFinding(pen, said, y);
  }
  if (page.ahead !== '') y = pen.say('P', page.ahead, LEFT, y, { width: INNER, weight: 'strong' }) + 4;
  const done = bottom - DONE;
  if (chart === null) pen.say('P', page.noChart, LEFT, y, { color: INK.soft, width: INNER });
  else drawChart(pen, chart, y, done - y - 8, locale);
  drawDone(pen, page, done, bottom);
}

function divide(pen: Pen, y: number): void {
  pen.artifact(() =>
    pen.doc
      .moveTo(LEFT, y)
      .lineTo(LEFT + INNER, y)
      .lineWidth(0.5)
      .stroke(INK.line),
  );
}

/** As many lines of a finding as fit, at least its sentence. */
function shortened(pen: Pen, finding: SheetFinding, room: number): SheetFinding {
  let { lines } = finding;
  while (lines.length > 1 && heightOf(pen, { ...finding, lines }) > room) lines = lines.slice(0, -1);
  return { ...finding, lines };
}

function heading(pen: Pen, text: string, y: number): number {
  pen.say('H2', text, LEFT, y, { size: 10, weight: 'strong', color: INK.brand });
  return y + 15;
}

const TEXT = { size: 8.5, width: INNER - 14 };

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

function drawDone(pen: Pen, page: AeroPage, top: number, bottom: number): void {
  let y = heading(pen, page.doneTitle, top);
  if (page.done.length === 0) {
    pen.say('P', page.doneNone, LEFT, y, { color: INK.soft, width: INNER });
    return;
  }
  const list = pen.group('Table');
  let shown = 0;
  for (const [when, text] of page.done) {
    const height = pen.heightOf(text, INNER - 84, { size: 8.5 });
    if (y + height > bottom - 10) break;
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
