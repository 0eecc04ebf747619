import { readdirSync, readFileSync } from 'node:fs';
import { QUANTITIES } from '@aerowatch/domain/units';
import type { Page } from 'playwright-core';

const OPEN = '⟦';
const CLOSE = '⟧';

/**
 * A built text file: an object and its export, after imports of other areas; where it is also imported as a
 * whole, with its module.
 */
const AREA =
  /^((?:import\{[^}]*\}from"[^"]*";)*var (?:\w+=\w+\(\{\w+:\(\)=>\w+\}\),)?)(\w+)=(\{[\s\S]*\});(export\{[^}]*\b\2 as \w+[^}]*\};?\s*)$/;

/** The built console: each text area is a separate file there. */
const ASSETS = new URL('../../web/dist/assets/', import.meta.url);
/** Built text files in the pseudo-language, by name. */
let translated: ReadonlyMap<string, string> | undefined;
function translateFiles(): ReadonlyMap<string, string> {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  return new Map(
    files.flatMap((name): [string, string][] => {
      const area = AREA.exec(readFileSync(new URL(name, ASSETS), 'utf8'));
      if (area === null) return [];
      const [, before, variable, texts, exported] = area;
      const wrapper = `const wrapped=o=>typeof o==="string"?"${OPEN}"+o+"${CLOSE}":Array.isArray(o)?o.map(wrapped):Object.fromEntries(Object.entries(o).map(([k,v])=>[k,wrapped(v)]));`;
      return [[name, `${wrapper}${before}${variable}=wrapped(${texts});${exported}`]];
    }),
  );
}

/**
 * Switches a page to the pseudo-language: every text of i18n is in brackets, so that a text without brackets
 * is hard-coded. Only the text files are answered here; all others come from the server.
 */
export async function speakPseudo(page: Page): Promise<{ wrapped: () => number }> {
  translated ??= translateFiles();
  const files = translated;
  const nameOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;
  let wrapped = 0;
  await page.route(new RegExp(`/assets/(${[...files.keys()].join('|')})$`), (route) => {
    wrapped += 1;
    return route.fulfill({ contentType: 'text/javascript', body: files.get(nameOf(route.request().url()))! });
  });
  return { wrapped: () => wrapped };
}

/** Every visible or spoken text on a page, without duplicates. */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest('script, style, noscript, code, pre, #late') !== null) continue;
      if (parent.checkVisibility({ checkVisibilityCSS: true })) found.add(node.textContent ?? '');
    }
    // Skips what a library hides in order to measure texts, and screen readers do not read.
    for (const name of [
      'aria-label',
      'title',
      'placeholder',
      'alt',
      'aria-description',
      'aria-roledescription',
    ])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (element.closest('[aria-hidden="true"]') === null) found.add(element.getAttribute(name) ?? '');
    found.add(document.title);
    return [...found];
  });
}

/** Strings in answers are data: names, serial numbers, addresses. Protocol keywords are not. */
export function gatherData(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    // The beginning of a token may look like a keyword.
    if (!/^[a-z]+(_[a-z]+)*$/.test(value) || value.startsWith('aw_'))
      // Texts in Markdown are shown in pieces.
      for (const part of value.split(/[\n`[]|\*\*|\]\([^)]*\)/))
        into.add(part.replace(/^[-#*\s]+/, '').trim());
  } else if (typeof value === 'object' && value !== null)
    for (const [key, entry] of Object.entries(value)) {
      gatherData(entry, into);
      // A machine may have the name of a code.
      if (key === 'host' && typeof entry === 'string') into.add(entry);
    }
}

const UNITS = Object.values(QUANTITIES).flatMap((quantity) => [quantity.metric.unit, quantity.imperial.unit]);
/** Output of formatters: numbers with units, dates, relative times; and names that no language changes. */
const FORMATTED = [
  /\b(il y a|dans) (quelques |un |une |\d+ )?(seconde|minute|heure|jour|semaine|mois|an)s?\b/g,
  /\b(cette (minute|heure|semaine)|ce mois-ci|maintenant|hier|avant-hier|demain|aujourd’hui)\b/g,
  /\b(lun|mar|mer|jeu|ven|sam|dim)(\.|di\b|credi\b|edi\b|dredi\b|anche\b)|^(lu|ma|me|je|ve|sa|di)$/g,
  /\b(janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)(\.|\b|ier\b|il\b|let\b|embre\b|obre\b)/g,
  /\d[\d\s.,]*\s?(j|[Kk]o|Mo|Go|octets?|Mio|Kio)\b/g,
  /\b\d[\d\s.,+:/-]*\s?(ms|s|min|h|kB|MB|GB|byte|bytes|km|%)(?!\p{L})/gu,
  /\b(in )?\d+ (second|minute|hour|day|week|month|year)s?( ago)?\b/g,
  /\b(yesterday|tomorrow|now|today|this (minute|hour)|last week|next week)\b/g,
  /\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?=,| \d)|^(Mo|Tu|We|Th|Fr|Sa|Su)$|\bCES?T\b/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*\b/g,
  /\b(AeroWatch|AERO|PK|SHA-256|CSV|XLSX|Excel|JSON|SAMI|API|EN|FR|Ctrl|UTC|Europe\/[A-Z][a-z]+|MapLibre|Natural Earth|OpenStreetMap)\b/g,
  /https?:\/\/\S+/g,
  // The map's attribution, and units that are equal in every language.
  /©[^|]*/g,
  /µm\/\(m·K\)|(^|, )(h|min|s|ms)$/g,
];

const sorted = new WeakMap<ReadonlySet<string>, readonly string[]>();
/** Sorted again only when it has grown: there are thousands, and a hundred texts on a screen. */
function longestFirst(data: ReadonlySet<string>): readonly string[] {
  const before = sorted.get(data);
  if (before?.length === data.size) return before;
  const now = [...data].sort((a, b) => b.length - a.length);
  sorted.set(data, now);
  return now;
}

/** The part of a text that neither comes from i18n nor is data; empty if there is none. */
export function hardCodedIn(text: string, data: ReadonlySet<string>): string {
  let rest = text.replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  // A person's initials.
  if (data.has(rest.trim()) || /^\p{Lu}{1,2}$/u.test(rest.trim())) return '';
  if (!/\p{L}{2}/u.test(rest)) return '';
  for (const known of longestFirst(data))
    if (known.length > 2 && rest.includes(known)) rest = rest.replaceAll(known, ' ');
  for (const pattern of FORMATTED) rest = rest.replace(pattern, ' ');
  for (const unit of UNITS)
    rest = rest.replaceAll(new RegExp(`(^|[\\d\\s(])${unit.replace('/', '\\/')}(?=$|[\\s),.])`, 'g'), ' ');
  return /\p{L}{2}/u.test(rest) ? rest.trim() : '';
}
