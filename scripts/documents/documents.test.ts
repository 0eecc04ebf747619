import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCUMENTS = globSync('**/*.md', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', 'data/**', '**/dist/**'],
});

/** Broken relative links of a document. */
function broken(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  return links
    .filter((link) => !/^([a-z]+:|#)/.test(link))
    .filter((link) => !existsSync(resolve(dirname(path), link.split('#')[0]!)));
}

/** Tests that a document names but that do not exist: files, and quoted names after a file. */
function unknownTests(text: string): string[] {
  const rows = text.split('\n').flatMap((line) =>
    line.split('`').flatMap((part, at, all) => {
      if (at % 2 === 0 || !/^[\w./-]+\.test\.ts$/.test(part)) return [];
      const names = [...(/^( “[^”]+”,?)+/.exec(all[at + 1] ?? '')?.[0] ?? '').matchAll(/“([^”]+)”/g)];
      return [{ file: part, names: names.map((match) => match[1]!) }];
    }),
  );
  return rows.flatMap(({ file, names }) => {
    if (!existsSync(join(ROOT, file))) return [file];
    const source = readFileSync(join(ROOT, file), 'utf8');
    return names.filter((name) => !source.includes(`'${name}'`)).map((name) => `${file}: ${name}`);
  });
}

/** Comments of a source file, without the comment marks. */
function commentsOf(source: string): string {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm)]
    .map(([comment]) => comment.replace(/^\s*(\/\/|\*)/gm, ''))
    .join('\n')
    .replace(/\s+/g, ' ');
}

/** Pages that comments name but that do not exist, and quoted sections that such a page does not have. */
function unknownPages(path: string, source: string): string[] {
  return [...commentsOf(source).matchAll(/([\w./-]+\.md)\b(?:, "([^"]+)")?/g)].flatMap(
    ([, page, section]) => {
      const found = [join(ROOT, page!), join(ROOT, dirname(path), page!)].find((one) => existsSync(one));
      if (found === undefined) return [`${path}: ${page}`];
      if (section === undefined) return [];
      const titles = [...readFileSync(found, 'utf8').matchAll(/^#+ (.*)$/gm)].map((match) => match[1]);
      return titles.some((title) => title!.startsWith(section)) ? [] : [`${path}: ${page}, ${section}`];
    },
  );
}

/**
 * First words shared by two entries of one version: a sign that a merge kept the old wording beside the new
 * one.
 */
function doubled(text: string): string[] {
  return text.split(/^## /m).flatMap((version) => {
    const beginnings = [...version.replace(/[\u00a0\u202f]/g, ' ').matchAll(/^- (.{1,40})/gm)].map(
      (match) => match[1]!,
    );
    return beginnings.filter((beginning, at) => beginnings.indexOf(beginning) !== at);
  });
}

describe('documents', () => {
  it('tell each change of a version once', () => {
    for (const path of ['CHANGELOG.md', 'CHANGELOG.fr.md'])
      expect(doubled(readFileSync(join(ROOT, path), 'utf8')), path).toEqual([]);
    const long = 'Lists are ordered by severity, by place and by duration of what they hold';
    expect(doubled(`## 2\n\n- ${long} now.\n- ${long}.\n\n## 1\n\n- ${long}.`)).toEqual([long.slice(0, 40)]);
  });

  it('have each changed call of the release notes where those say it is', () => {
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    const table = /## Changes that break\n([\s\S]*?)\n## /.exec(read('docs/integrations.md'))?.[1] ?? '';
    for (const path of ['CHANGELOG.md', 'CHANGELOG.fr.md']) {
      const told = /^- \*\*Program[^\n]*2\.6\.0[^\n]*$/m.exec(read(path))?.[0] ?? '';
      const names = [...told.matchAll(/`(?:GET )?([\w/]+)`/g)].map((match) => match[1]!);
      expect(names.length, path).toBeGreaterThan(8);
      expect(
        names.filter((name) => !table.includes(name)),
        path,
      ).toEqual([]);
      // In the other direction: parameters and fields that only the table contains.
      for (const name of ['comments', 'from', 'work_exists', 'scope']) expect(names, path).toContain(name);
    }
  });

  it('name tests that are there, by their names', () => {
    const named = ['access', 'asvs', 'security', 'cra', 'zones', 'tests'].map((name) =>
      readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'),
    );
    expect(named.flatMap(unknownTests)).toEqual([]);
    expect(
      unknownTests(
        '| `scripts/documents/documents.test.ts` “lead where they say”, “nowhere” | `a/b.test.ts` |',
      ),
    ).toEqual(['scripts/documents/documents.test.ts: nowhere', 'a/b.test.ts']);
  });

  it('lead where they say', () => {
    expect(DOCUMENTS.length).toBeGreaterThan(30);
    const found = DOCUMENTS.flatMap((path) =>
      broken(join(ROOT, path), readFileSync(join(ROOT, path), 'utf8')).map((link) => `${path}: ${link}`),
    );
    expect(found).toEqual([]);
    expect(broken(join(ROOT, 'README.md'), '[x](nowhere.md) [y](#here) [z](https://a.example)')).toEqual([
      'nowhere.md',
    ]);
  });

  it('are there where a comment names them, with the section that it names', () => {
    const sources = globSync('**/*.{ts,tsx,mjs,js}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**', 'data/**', '**/dist/**', 'scripts/documents/documents.test.ts'],
    });
    const named = sources.map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));
    expect(named.filter(({ source }) => commentsOf(source).includes('.md, "')).length).toBeGreaterThan(20);
    expect(named.flatMap(({ path, source }) => unknownPages(path, source))).toEqual([]);
    const source = `/** Slope (docs/domain.md,\n * "Stroke"; nowhere.md). */\n  // docs/domain.md, "Nowhere"`;
    expect(unknownPages('a.ts', source)).toEqual(['a.ts: nowhere.md', 'a.ts: docs/domain.md, Nowhere']);
  });

  it('name decisions that are there', () => {
    const numbers = new Set(
      globSync('docs/decisions/*.md', { cwd: ROOT }).map((path) => /(\d{4})-/.exec(path)?.[1]),
    );
    const sources = globSync('**/*.{ts,tsx,md,mjs}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**', 'data/**', '**/dist/**'],
    });
    const missing = sources.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/decisions\/(\d{4})/g)]
        .filter((match) => !numbers.has(match[1]))
        .map((match) => `${path}: ${match[1]}`),
    );
    expect(missing).toEqual([]);
  });

  it('list every decision once, by its title, with its status', () => {
    const files = globSync('docs/decisions/0*.md', { cwd: ROOT }).map((path) => basename(path));
    const rows = [
      ...readFileSync(join(ROOT, 'docs/decisions/README.md'), 'utf8').matchAll(
        /^\| \[(.+)\]\((0.+\.md)\) \| (.+) \|$/gm,
      ),
    ];
    expect(rows.map((row) => row[2]).sort()).toEqual(files.sort());
    // Two people who each take the next number meet here.
    expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
    for (const [, title, file, status] of rows) {
      const record = readFileSync(join(ROOT, 'docs/decisions', file!), 'utf8');
      expect(record.split('\n', 1)[0], file).toBe(`# ${title}`);
      expect(Number.parseInt(title!, 10), file).toBe(Number.parseInt(file!, 10));
      expect(status, file).toMatch(
        /^accepted$|^(accepted; .+: )?(superseded|completed|.+: superseded) by \[\d+\]/,
      );
    }
  });

  it('tell of every room', () => {
    const rooms =
      /workspaces": \[([^\]]+)\]/.exec(readFileSync(join(ROOT, 'package.json'), 'utf8'))?.[1] ?? '';
    const names = [...rooms.matchAll(/"(\w+)"/g)].map((match) => match[1]!);
    expect(names).toContain('domain');
    expect(names.filter((room) => !existsSync(join(ROOT, room, 'README.md')))).toEqual([]);
  });

  it('name every package that a room of the product asks for, at its version (npm run sbom)', () => {
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
    };
    const listed = read('docs/licences.md');
    const rooms = ['domain', 'contracts', 'i18n', 'server', 'web', 'simulator'];
    const imported = rooms.flatMap((room) =>
      Object.keys(packages[room]?.dependencies ?? {})
        .filter((name) => !name.startsWith('@aerowatch/'))
        .map((name) => {
          const held = packages[`${room}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
          return `| ${name} | ${held?.version} |`;
        }),
    );
    expect(imported.length).toBeGreaterThan(40);
    expect(imported.filter((row) => !listed.includes(row))).toEqual([]);
  });

  it('name one version', () => {
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    const { version, workspaces } = JSON.parse(read('package.json')) as {
      version: string;
      workspaces: string[];
    };
    const versions = workspaces.map((room) => [room, JSON.parse(read(`${room}/package.json`)).version]);
    expect(versions).toEqual(workspaces.map((room) => [room, version]));
    expect(JSON.parse(read('package-lock.json')).version).toBe(version);
    for (const path of ['CHANGELOG.md', 'CHANGELOG.fr.md'])
      expect(/^## (.*)$/m.exec(read(path))?.[1], path).toBe(version);
  });
});
