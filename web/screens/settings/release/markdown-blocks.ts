export type Block =
  | { type: 'heading'; level: number; text: string }
  | { type: 'paragraph'; text: string }
  | { type: 'list'; ordered: boolean; items: string[] }
  | { type: 'code'; text: string }
  | { type: 'rule' };
export type Span =
  | { type: 'text' | 'strong' | 'code'; text: string }
  | { type: 'link'; text: string; href: string };

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s*(?:([-*+])|\d+[.)])\s+(.*)$/;
const RULE = /^\s*(?:---+|\*\*\*+)\s*$/;
const FENCE = /^```/;
const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';

/** The block that a line starts, or undefined for a continuation; the caller handles code lines. */
function begun(line: string): Block | undefined {
  const heading = HEADING.exec(line);
  if (heading !== null) return { type: 'heading', level: heading[1]!.length, text: heading[2]! };
  if (RULE.test(line)) return { type: 'rule' };
  const item = ITEM.exec(line);
  return item === null ? undefined : { type: 'list', ordered: item[1] === undefined, items: [item[2]!] };
}

/**
 * Adds a block; an item joins the list directly before it, a line the paragraph or item that it continues.
 */
function add(blocks: Block[], line: string, afterBlank: boolean): void {
  const block = begun(line);
  const last = blocks.at(-1);
  if (block?.type === 'list' && last?.type === 'list' && last.ordered === block.ordered && !afterBlank)
    last.items.push(...block.items);
  else if (block !== undefined) blocks.push(block);
  else if (last?.type === 'list' && /^\s/.test(line) && !afterBlank)
    last.items.push(`${last.items.pop()} ${line.trim()}`);
  else if (last?.type === 'paragraph' && !afterBlank) last.text += ` ${line.trim()}`;
  else blocks.push({ type: 'paragraph', text: line.trim() });
}

/** Splits Markdown into blocks; anything unknown is a paragraph. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replace(/<!--[\s\S]*?-->/g, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (FENCE.test(line)) {
      const end = lines.findIndex((other, at) => at > index && FENCE.test(other));
      const last = end < 0 ? lines.length : end;
      blocks.push({ type: 'code', text: lines.slice(index + 1, last).join('\n') });
      index = last;
    } else if (!isBlank(line)) add(blocks, line, isBlank(lines[index - 1]));
  }
  return blocks;
}

/** Bold, code and links within a line; links other than http, mail and internal ones stay text. */
export function markdownSpans(text: string): Span[] {
  const spans: Span[] = [];
  const pattern = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, strong, code, label, href] = match;
    if (match.index > at) spans.push({ type: 'text', text: text.slice(at, match.index) });
    at = match.index + whole.length;
    if (strong !== undefined) spans.push({ type: 'strong', text: strong });
    else if (code !== undefined) spans.push({ type: 'code', text: code });
    else if (/^(https?:\/\/|mailto:|\/(?!\/))/.test(href ?? ''))
      spans.push({ type: 'link', text: label ?? '', href: href ?? '' });
    else spans.push({ type: 'text', text: label ?? '' });
  }
  if (at < text.length) spans.push({ type: 'text', text: text.slice(at) });
  return spans;
}

/**
 * The newest version with what is before its heading, and all earlier ones; each begins with a heading of
 * level 2.
 */
export function splitNewest(text: string): { newest: string; earlier: string } {
  const second = [...text.matchAll(/^## /gm)][1]?.index ?? text.length;
  return { newest: text.slice(0, second), earlier: text.slice(second) };
}

/** What stands before the headings of level 3 of one version, and each of them with what is below it. */
export function sectionsOf(version: string): {
  head: string;
  sections: { title: string; text: string }[];
} {
  const [head = '', ...rest] = version.split(/^### /m);
  const sections = rest.map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title: title.trim(), text: lines.join('\n') };
  });
  return { head, sections };
}
