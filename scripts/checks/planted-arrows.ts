import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ORDER, PAIRS } from './order.ts';

/** A planted import, as `file → file`, and whether the rules must find it. */
export interface PlantedImport {
  readonly line: string;
  readonly forbidden: boolean;
}

/** Rooms without a folder of that name: two of their files. */
const FILES: Readonly<Record<string, readonly [string, string]>> = {
  'server/compose': ['server/compose.ts', 'server/start.ts'],
  'server/parts': ['server/parts.ts', 'server/hooks.ts'],
  'server/config': ['server/config.ts', 'server/config/y.ts'],
  'server/platform': ['server/platform/x.ts', 'server/platform/y.ts'],
};
/**
 * The file of a room that is imported and the one that imports: planting both directions makes no circular
 * import.
 */
function filesOf(of: string, room: string): { asked: string; asks: string } {
  const name = of === '' ? room : `${of}/${room}`;
  const folder = of === 'server' ? `server/features/${room}` : name;
  const [asked, asks] = FILES[name] ?? [`${folder}/x.ts`, `${folder}/y.ts`];
  return { asked, asks };
}

const OTHERS: Readonly<Record<string, { text: string; finds?: string }>> = {
  'server/platform/by-value-a.ts': {
    text: "import { b } from './by-value-b.ts';\nexport const a = () => b;\n",
    finds: 'server/platform/by-value-b.ts',
  },
  'server/platform/by-value-b.ts': {
    text: "import { a } from './by-value-a.ts';\nexport const b = () => a;\n",
  },
  'server/platform/by-type-a.ts': {
    text: "import type { B } from './by-type-b.ts';\nexport type A = B | 1;\n",
    finds: 'server/platform/by-type-b.ts',
  },
  'server/platform/by-type-b.ts': {
    text: "import type { A } from './by-type-a.ts';\nexport type B = A | 2;\n",
  },
  'server/features/unheard/z.ts': { text: "import '../tags/x.ts';\n", finds: 'server/features/tags/x.ts' },
  'server/features/tags/z.ts': {
    text: "import '../../../testing/x.ts';\n",
    finds: 'testing/x.ts',
  },
  'web/screens/one/z.ts': { text: "import '../two/z.ts';\n", finds: 'web/screens/two/z.ts' },
  'web/screens/two/z.ts': { text: 'export {};\n' },
  'web/screens/one/calls.ts': { text: "import '../../lib/api/call.ts';\n", finds: 'web/lib/api/call.ts' },
  'web/lib/api/call.ts': { text: 'export {};\n' },
  'domain/z.ts': { text: "import 'node:fs';\n", finds: 'fs' },
};

/**
 * A temporary folder of rooms in which every room imports every other one, by type alone, and makes every
 * other forbidden import. `remove` deletes it.
 */
export function plantHouse(): { folder: string; planted: PlantedImport[]; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-arrows-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const planted: PlantedImport[] = [];
  for (const { of, lines } of ORDER)
    for (const room of lines.flat()) {
      const { asked, asks } = filesOf(of, room);
      write(asked, 'export type X = 1;\n');
      const imports = PAIRS.filter((pair) => pair.of === of && pair.from === room).map(({ to, allowed }) => {
        const there = filesOf(of, to).asked;
        planted.push({ line: `${asks} → ${there}`, forbidden: !allowed });
        const path = relative(dirname(asks), there).replaceAll('\\', '/');
        return `import type {} from '${path.startsWith('.') ? path : `./${path}`}';\n`;
      });
      write(asks, imports.join(''));
    }
  for (const [path, { text, finds }] of Object.entries(OTHERS)) {
    write(path, text);
    if (finds !== undefined) planted.push({ line: `${path} → ${finds}`, forbidden: true });
  }
  return { folder, planted, remove: () => rmSync(folder, { recursive: true }) };
}
