import { DAY } from '@aerowatch/domain/durations';
import { type Cell, UtcTime } from './table.ts';

/** Days from 1899-12-30, the epoch of spreadsheets, to 1970-01-01. */
const EPOCH = 25_569;
/** Characters of a cell, and of the name of a sheet (Excel's limits; a longer text would make the file "damaged"). */
const MAX_TEXT = 32_767;
const MAX_NAME = 31;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Styles by their index in `cellXfs`. */
const PLAIN = 0;
const TIME = 1;
const BOLD = 2;

const part = (name: string, type: string) =>
  `<Override PartName="${name}" ContentType="${TYPES}.${type}+xml"/>`;

/** The constant parts of a workbook with one sheet (ECMA-376, part 1, sections 12 and 18). */
export const WORKBOOK_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/styles.xml', 'styles')}</Types>`,
  '_rels/.rels': `${DECLARATION}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

export function workbookXml(sheet: string): string {
  const name = sheet
    .replace(/[\\/?*[\]:]/g, ' ')
    .slice(0, MAX_NAME)
    .replace(/^'|'$/g, ' ');
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}

/** The sheet up to its header, which is bold and frozen. */
export function sheetHead(header: readonly string[]): string {
  const pane =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
  const cells = header.map((text, index) => textCell(`${column(index)}1`, text, BOLD));
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols><col min="1" max="${header.length}" width="20" customWidth="1"/></cols><sheetData><row r="1">${cells.join('')}</row>`;
}

/** A row with its number (from 1). Empty cells are omitted, because each cell states its place. */
export function rowXml(row: number, cells: readonly Cell[], offsetAt: (time: number) => number): string {
  let xml = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index];
    if (cell === null || cell === undefined || cell === '') continue;
    const at = `${column(index)}${row}`;
    if (typeof cell === 'number') xml += Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : '';
    else if (typeof cell === 'string') xml += textCell(at, cell, PLAIN);
    else {
      // As local time: a cell has no zone, the header of its column names it.
      const clock = cell.getTime() + (cell instanceof UtcTime ? 0 : offsetAt(cell.getTime()));
      xml += `<c r="${at}" s="${TIME}"><v>${serialOf(clock)}</v></c>`;
    }
  }
  return `${xml}</row>`;
}

/** Days since 1899-12-30, never slightly less than the time: some readers truncate below a millisecond. */
function serialOf(clock: number): number {
  const days = Number((clock / DAY + EPOCH).toFixed(9));
  return Math.floor((days - EPOCH) * DAY) < clock ? Number((days + 1e-9).toFixed(9)) : days;
}

// Typed as text, so that a spreadsheet does not evaluate it, whatever it begins with.
function textCell(at: string, text: string, style: number): string {
  return `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(cut(text))}</t></is></c>`;
}

const cut = (text: string) => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`);

const COLUMNS: string[] = [];
/** A, B, … Z, AA, … */
function column(index: number): string {
  const known = COLUMNS[index];
  if (known !== undefined) return known;
  const letter = String.fromCharCode(65 + (index % 26));
  const name = index < 26 ? letter : column(Math.floor(index / 26) - 1) + letter;
  COLUMNS[index] = name;
  return name;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** XML 1.0 cannot contain most control characters, nor unpaired surrogates: they are dropped. */
function xmlText(text: string): string {
  if (/^[\w .:+-]*$/.test(text) && !text.includes('_x')) return text;
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // Text that looks like an escape of ECMA-376 (22.9.2.19) stays text.
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
  );
}
