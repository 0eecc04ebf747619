import { readFileSync } from 'node:fs';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { describe, expect, it } from 'vitest';
import { RELEASE_NOTES, releaseNote } from './release-note.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
/** Code, variables of the environment, commands, addresses of the API, files. */
const TECHNICAL = /`|\b[A-Z]{2,}_[A-Z_]{2,}\b|\bnpm\b|\/api\b|\b[\w-]+\/[\w-]+\.(md|conf|json)\b|--\w/;

describe('the release note', () => {
  it.each(LANGUAGE_KEYS)('%s: somebody of a client meets no variable, command, call or file', (language) => {
    const all = read(RELEASE_NOTES[language].file);
    for (const level of ['observer', 'member', 'privileged'] as const) {
      const note = releaseNote(all, language, level);
      expect(note.split('\n').filter((line) => TECHNICAL.test(line))).toEqual([]);
      expect(note.match(/^## .*$/gm)).toEqual(all.match(/^## .*$/gm));
      expect(note.match(/^- /gm)!.length).toBeGreaterThan(80);
    }
  });
  it.each(LANGUAGE_KEYS)('%s: administrators read all of it', (language) => {
    const all = read(RELEASE_NOTES[language].file);
    const plain = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ');
    expect(plain(releaseNote(all, language, 'admin'))).toBe(plain(all));
    expect(all.split('\n').filter((line) => TECHNICAL.test(line)).length).toBeGreaterThan(20);
  });
  it('keeps French punctuation with its word, and code as it is', () => {
    const note = releaseNote('- **Un :** « oui » ; `a : b` à 10 %. Suite :', 'fr', 'admin');
    expect(note).toBe('- **Un\u202f:** «\u202foui\u202f»\u202f; `a : b` à 10\u202f%. Suite\u202f:');
    const all = releaseNote(read(RELEASE_NOTES.fr.file), 'fr', 'privileged');
    expect(all.match(/ [;!?»]|« | :(?=\s|$)/gm)).toBeNull();
  });
  it('leaves out whole sections, and nothing after them', () => {
    const text =
      '# Note\n\n## 2\n\n### Before you upgrade\n\nSet `A`.\n\n- b\n\n### In short\n\n- c\n\n## 1\n\n- d\n';
    expect(releaseNote(text, 'en', 'privileged')).toBe(
      '# Note\n\n## 2\n\n### In short\n\n- c\n\n## 1\n\n- d\n',
    );
  });
});

describe('the change log', () => {
  it.each(LANGUAGE_KEYS)('%s: a change is one line', (language) => {
    // Instructions before an upgrade may need several steps.
    const entries =
      releaseNote(read(RELEASE_NOTES[language].file), language, 'member').match(/^- .*$/gm) ?? [];
    expect(entries.filter((entry) => entry.length > 280)).toEqual([]);
  });
});
