import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Words that are equal in every language. */
const NEUTRAL =
  /^(SHA-256|[DMYHms/:]+|AERO|AEROs|AeroWatch|PK|CSV|XLSX|API|SAMI|MQTT|JSON|EN|FR|Ctrl|K|PNG|BLE|APN|PIN|ICCID|https?:\/\/\S*|[\d\W_]+)$/;
const ATTRIBUTES = 'label|title|placeholder|aria-label|description|alt|aria-description';

/** Visible or spoken texts between tags and in attributes that are in the code instead of in i18n. */
function hardCoded(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const between = [...code.matchAll(/<\/?[A-Za-z][^<>]*>([^<>{}=;()]*\p{L}{2}[^<>{}=;()]*)<\//gu)].map(
    (match) => match[1]!,
  );
  const attributes = [...code.matchAll(new RegExp(`\\s(?:${ATTRIBUTES})="([^"]*\\p{L}{2}[^"]*)"`, 'gu'))].map(
    (match) => match[1]!,
  );
  return [...between, ...attributes]
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => text.split(' ').some((word) => !NEUTRAL.test(word)));
}

describe('texts', () => {
  const files = globSync('**/*.tsx', { cwd: import.meta.dirname, exclude: ['node_modules/**', 'dist/**'] });
  it('there are screens to look at', () => expect(files.length).toBeGreaterThan(50));
  it.each(files)('%s has none of its own', (file) => {
    expect(hardCoded(readFileSync(new URL(file, import.meta.url), 'utf8'))).toEqual([]);
  });
  it('a planted one is found', () => {
    expect(hardCoded('<Text c="dimmed">Save me</Text>')).toEqual(['Save me']);
    expect(hardCoded('<Button aria-label="Close it" />')).toEqual(['Close it']);
    expect(hardCoded('<Text>{t("x")}</Text><b>AERO</b>')).toEqual([]);
  });
});
