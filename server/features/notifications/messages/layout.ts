/** Content of the frame around every mail. */
export interface Frame {
  readonly language: string;
  readonly title: string;
  /** Mail programs show it beside the subject. */
  readonly preheader: string;
  readonly greeting: string;
  readonly footer: string;
}

/** Escapes a value for markup. */
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const FONT = "font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

export function paragraph(text: string, style = ''): string {
  return `<p style="margin:0 0 14px;font-size:15px;line-height:22px;color:#212529;${style}">${html(text)}</p>`;
}

export function button(label: string, link: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:6px 0 18px"><tr><td style="background:#1864ab;border-radius:6px"><a href="${html(link)}" style="display:inline-block;padding:11px 20px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${html(label)}</a></td></tr></table>`;
}

/** Names and values, in two columns. */
export function facts(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(
    ([name, value]) =>
      `<tr><td style="padding:3px 14px 3px 0;font-size:14px;color:#5c636a;vertical-align:top;white-space:nowrap">${html(name)}</td><td style="padding:3px 0;font-size:14px;color:#212529">${html(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 14px">${cells.join('')}</table>`;
}

interface Cell {
  readonly text: string;
  readonly link?: string;
  /** A second line, smaller. */
  readonly below?: string;
}

/** A table with a header row. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const edge = 'border-bottom:1px solid #e3e7ec';
  const heads = head.map(
    (name) =>
      `<th align="left" scope="col" style="padding:6px 10px 6px 0;${edge};font-size:13px;font-weight:600;color:#5c636a">${html(name)}</th>`,
  );
  const cellOf = ({ text, link, below }: Cell) => {
    const said =
      link === undefined ? html(text) : `<a href="${html(link)}" style="color:#1864ab">${html(text)}</a>`;
    const small =
      below === undefined || below === ''
        ? ''
        : `<br><span style="font-size:12px;color:#5c636a">${html(below)}</span>`;
    return `<td style="padding:6px 10px 6px 0;${edge};font-size:14px;line-height:19px;color:#212529;vertical-align:top">${said}${small}</td>`;
  };
  const lines = rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`);
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 14px;border-collapse:collapse"><tr>${heads.join('')}</tr>${lines.join('')}</table>`;
}

export function notice(text: string): string {
  return `<p style="margin:0 0 14px;padding:9px 12px;background:#fff3cd;border-left:4px solid #b7791f;font-size:14px;line-height:20px;color:#533f03">${html(text)}</p>`;
}

/** On a phone the text takes the full width. */
const NARROW = '@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}}';
/** The replacement of each colour in a dark mail program, by matching the inline styles. */
const DARK: Readonly<Record<string, string>> = {
  'background:#eef1f5': 'background:#14181d',
  'background:#ffffff': 'background:#1e242b',
  'background:#fff3cd': 'background:#3a3015',
  'color:#212529': 'color:#e6e9ed',
  'color:#5c636a': 'color:#a9b2bc',
  'color:#1864ab': 'color:#7cbaf4',
  'color:#c92a2a': 'color:#ff9b9b',
  'color:#0b2e4f': 'color:#a5ccf1',
  'color:#533f03': 'color:#ffe8a3',
  'solid #e3e7ec': 'border-color:#3a434d',
};
const DARK_RULES = Object.entries(DARK).map(([light, dark]) => `[style*="${light}"]{${dark}!important}`);
/** In a separate style sheet: a program that does not know such selectors drops only this one. */
const STYLES = `<style>:root{color-scheme:light dark}${NARROW}</style><style>@media (prefers-color-scheme:dark){${DARK_RULES.join('')}}</style>`;

/** A complete mail: one column of tables with inline styles, as mail programs require. */
export function page(frame: Frame, body: string): string {
  return `<!doctype html>
<html lang="${frame.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${html(frame.title)}</title>${STYLES}</head>
<body style="margin:0;padding:0;background:#eef1f5;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${html(frame.preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5"><tr><td align="center" style="padding:20px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border-radius:8px;overflow:hidden">
<tr><td class="pad" style="background:#0b2e4f;padding:16px 32px;font-size:18px;font-weight:700;color:#ffffff">${html(frame.title)}</td></tr>
<tr><td class="pad" style="padding:26px 32px 10px">${paragraph(frame.greeting)}${body}</td></tr>
<tr><td class="pad" style="padding:14px 32px 22px;border-top:1px solid #e3e7ec;font-size:12px;line-height:18px;color:#5c636a">${html(frame.footer)}</td></tr>
</table></td></tr></table>
</body></html>`;
}
