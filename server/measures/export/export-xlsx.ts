import { DAY } from '@aerowatch/domain/durations';
import type { ExportPiece } from './export-rows.ts';
import { offsets } from './local-time.ts';
import { zipOf } from './zip.ts';

/** Days from 1899-12-30, from which spreadsheets count, to 1970-01-01. */
const EPOCH = 25_569;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function xml(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => named[character] ?? '').replace(/[^\P{Cc}\t\n\r]/gu, '');
}
// Typed as text: a spreadsheet does not compute it, whatever it begins with.
const textCell = (text: string, style = 0) =>
  `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
const numberCell = (value: string) => (value === '' ? '<c/>' : `<c><v>${value}</v></c>`);
const timeCell = (ms: number) => `<c s="1"><v>${Number((ms / DAY + EPOCH).toFixed(9))}</v></c>`;

/** An Excel workbook of one sheet with typed cells: times are times, numbers are numbers. */
export function xlsxOf(
  headers: readonly string[],
  pieces: AsyncIterable<ExportPiece>,
  sheet: string,
  zone: string,
): AsyncGenerator<Buffer> {
  return zipOf(workbook(sheet), { name: 'xl/worksheets/sheet1.xml', pieces: sheetOf(headers, pieces, zone) });
}

async function* sheetOf(
  headers: readonly string[],
  pieces: AsyncIterable<ExportPiece>,
  zone: string,
): AsyncGenerator<string> {
  const offsetAt = offsets(zone);
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<cols><col min="1" max="2" width="22" customWidth="1"/><col min="3" max="${headers.length}" width="18" customWidth="1"/></cols>` +
    `<sheetData><row>${headers.map((header) => textCell(header, 2)).join('')}</row>`;
  for await (const { serial, position, lines } of pieces) {
    const name = `${textCell(serial)}${numberCell(String(position))}`;
    let written = '';
    for (const line of lines.toString('latin1', 0, lines.length - 1).split('\n')) {
      const [first, ...values] = line.split('\t');
      const time = Number(first);
      written += `<row>${timeCell(time + offsetAt(time))}${timeCell(time)}${name}${values.map(numberCell).join('')}</row>`;
    }
    yield written;
  }
  yield '</sheetData></worksheet>';
}

function workbook(sheet: string): Record<string, string> {
  const part = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="${TYPES}.${type}+xml"/>`;
  return {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}</Types>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
  };
}
