import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { Head } from '../sheets.ts';

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 42 } as const;
export const INNER = PAGE.width - 2 * PAGE.margin;
export const INK = {
  text: '#1c2530',
  soft: '#55606d',
  line: '#d5dbe2',
  ground: '#f3f5f8',
  brand: '#0b2e4f',
  curve: '#1864ab',
  band: '#bcd5ee',
  expected: '#a15c00',
  bad: '#c4232f',
  watch: '#a15c00',
} as const;

export type Weight = 'regular' | 'strong';
export interface Style {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right' | 'center';
}
type Doc = PDFKit.PDFDocument;
type Struct = PDFKit.PDFStructureElement;

const require = createRequire(import.meta.url);
const fontFile = (name: string) => readFileSync(require.resolve(`@expo-google-fonts/inter/${name}`));
const FONTS: Readonly<Record<Weight, string>> = {
  regular: '400Regular/Inter_400Regular.ttf',
  strong: '600SemiBold/Inter_600SemiBold.ttf',
};
const LINE_GAP = 1.5;

/** A tagged document: headings, tables and figures with alternative texts, so that it can be read aloud. */
export class Pen {
  readonly doc: Doc;
  private readonly foot: string;
  private section: Struct | undefined;
  private pages = 0;
  private readonly drawable = new Map<string, boolean>();

  constructor(head: Head) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      subset: 'PDF/A-2a',
      tagged: true,
      displayTitle: true,
      lang: head.language,
      info: {
        Title: `${head.title} – ${head.client} – ${head.month}`,
        Author: head.author,
        Creator: head.author,
        CreationDate: new Date(head.made),
      },
    } as PDFKit.PDFDocumentOptions);
    for (const [weight, file] of Object.entries(FONTS)) this.doc.registerFont(weight, fontFile(file));
    this.doc.font('regular');
    this.foot = head.foot;
  }

  /** A new page, in its own section unless it continues the previous one. */
  page(bookmark?: string, goesOn = false): void {
    this.doc.addPage();
    this.pages += 1;
    if (!goesOn) {
      this.section?.end();
      this.section = this.doc.struct('Sect');
      this.doc.addStructure(this.section);
    }
    if (bookmark !== undefined) this.doc.outline.addItem(bookmark);
    this.artifact(() => {
      const text = this.foot.replace('{{page}}', String(this.pages));
      this.put(text, PAGE.margin, PAGE.height - 30, { size: 7.5, color: INK.soft, width: INNER });
    });
  }

  /** Lines and backgrounds, which are not read aloud. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' } as never);
    draw();
    this.doc.endMarkedContent();
  }

  /** A child of the section, or of `parent`, that contains other elements. */
  group(type: string, parent?: Struct): Struct {
    const made = this.doc.struct(type as never);
    (parent ?? this.section)?.add(made);
    return made;
  }

  /** Text tagged as a heading, a paragraph, a cell … Returns the position of the next line. */
  say(type: string, text: string, x: number, y: number, style: Style = {}, parent?: Struct): number {
    let bottom = y;
    const element = this.doc.struct(type as never, type === 'TH' ? ({ scope: 'Column' } as never) : {}, [
      () => {
        bottom = this.put(text, x, y, style);
      },
    ]);
    (parent ?? this.section)?.add(element);
    return bottom;
  }

  /** A drawing with its alternative text. */
  figure(alt: string, box: readonly [number, number, number, number], draw: () => void): void {
    const element = this.doc.struct('Figure', { alt, bbox: box } as never, [draw]);
    this.section?.add(element);
  }

  /** Draws untagged text, inside figures and artifacts. */
  put(text: string, x: number, y: number, style: Style = {}): number {
    const { size = 9, weight = 'regular', color = INK.text, width, align = 'left' } = style;
    const { doc } = this;
    doc.font(weight).fontSize(size).fillColor(color);
    const said = this.writable(text);
    if (said === '') return y;
    doc.text(said, x, y, {
      align,
      lineGap: LINE_GAP,
      ...(width === undefined ? { lineBreak: false } : { width }),
    });
    return width === undefined ? y + size * 1.3 : y + this.heightOf(text, width, style);
  }

  heightOf(text: string, width: number, { size = 9, weight = 'regular' }: Style = {}): number {
    return this.doc
      .font(weight)
      .fontSize(size)
      .heightOfString(this.writable(text), { width, lineGap: LINE_GAP });
  }

  widthOf(text: string, { size = 9, weight = 'regular' }: Style = {}): number {
    return this.doc.font(weight).fontSize(size).widthOfString(this.writable(text));
  }

  /** The text, cut to one line of the width. */
  fitted(text: string, width: number, style: Style = {}): string {
    const flat = text.replace(/\s*\n\s*/g, ' ');
    if (this.widthOf(flat, style) <= width) return flat;
    let [low, high] = [0, flat.length];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.widthOf(`${flat.slice(0, middle).trimEnd()}…`, style) <= width) low = middle;
      else high = middle - 1;
    }
    return `${flat.slice(0, low).trimEnd()}…`;
  }

  end(): void {
    this.section?.end();
    this.doc.end();
  }

  /** Characters missing from the font become question marks: PDF/A allows no empty boxes. */
  private writable(text: string): string {
    return Array.from(text.normalize('NFC'), (sign) => {
      if (sign === '\n' || sign === ' ') return sign;
      let known = this.drawable.get(sign);
      if (known === undefined) {
        const { font } = (
          this.doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
        )._font;
        known = font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
        this.drawable.set(sign, known);
      }
      return known ? sign : /\s/.test(sign) ? ' ' : '?';
    }).join('');
  }
}
