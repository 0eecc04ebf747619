import { strToU8, zipSync } from 'fflate';

/** A cell: text, a number, a time (shown as it reads in UTC), or nothing. */
export type Cell = string | number | Date | null;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Days since 1899-12-30, as spreadsheets count. */
const EPOCH = Date.UTC(1899, 11, 30);

/**
 * A small workbook of one sheet, header in bold and frozen. Texts are inline strings and never formulas.
 * Held in memory: for lists of thousands of rows, not for millions.
 */
export function workbook(
  sheet: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Buffer {
  const lines = [line(header, 1, 1), ...rows.map((row, i) => line(row, i + 2, 0))];
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${xmlText(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill/><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="20" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(XML + text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

function line(cells: readonly Cell[], row: number, style: number): string {
  return `<row r="${row}">${cells.map((cell, i) => cellXml(cell, column(i) + row, style)).join('')}</row>`;
}

function cellXml(cell: Cell, reference: string, style: number): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date)
    return `<c r="${reference}" s="2"><v>${(cell.getTime() - EPOCH) / 86_400_000}</v></c>`;
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? `<c r="${reference}" s="${style}"><v>${cell}</v></c>` : '';
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

/** A, B, … Z, AA, … */
export function column(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : column(Math.floor(index / 26) - 1) + letter;
}

function sheetName(text: string): string {
  return text.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
}

/** XML 1.0 cannot hold most control characters: they are left out. */
export function xmlText(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)
  );
}
