export type Block =
  | { type: 'heading'; level: number; text: string }
  | { type: 'paragraph'; text: string }
  | { type: 'list'; ordered: boolean; items: string[] }
  | { type: 'code'; text: string }
  | { type: 'rule' };
export type Span =
  | { type: 'text' | 'strong' | 'code'; text: string }
  | { type: 'link'; text: string; href: string };

/** Splits Markdown into blocks; what is not known is a paragraph. */
export function markdownBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replace(/<!--[\s\S]*?-->/g, '').split(/\r?\n/);
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', text: paragraph.join(' ') });
    paragraph = [];
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    const item = /^\s*(?:([-*+])|\d+[.)])\s+(.*)$/.exec(line);
    if (/^```/.test(line)) {
      flush();
      const end = lines.findIndex((other, at) => at > index && /^```/.test(other));
      const last = end < 0 ? lines.length : end;
      blocks.push({ type: 'code', text: lines.slice(index + 1, last).join('\n') });
      index = last;
    } else if (heading !== null) {
      flush();
      blocks.push({ type: 'heading', level: (heading[1] ?? '#').length, text: heading[2] ?? '' });
    } else if (/^\s*(?:---+|\*\*\*+)\s*$/.test(line)) {
      flush();
      blocks.push({ type: 'rule' });
    } else if (item !== null) {
      flush();
      const last = blocks.at(-1);
      const ordered = item[1] === undefined;
      const previous = lines[index - 1] ?? '';
      if (last?.type === 'list' && last.ordered === ordered && previous.trim() !== '')
        last.items.push(item[2] ?? '');
      else blocks.push({ type: 'list', ordered, items: [item[2] ?? ''] });
    } else if (line.trim() === '') flush();
    else {
      const last = blocks.at(-1);
      // A line that goes on an item.
      if (
        paragraph.length === 0 &&
        last?.type === 'list' &&
        /^\s+/.test(line) &&
        (lines[index - 1] ?? '').trim() !== ''
      )
        last.items.push(`${last.items.pop() ?? ''} ${line.trim()}`);
      else paragraph.push(line.trim());
    }
  }
  flush();
  return blocks;
}

/** Strong, code and links within a line; links of any other kind than http, mail and own ones are text. */
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
