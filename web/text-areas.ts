import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

const TEXTS = normalizePath(fileURLToPath(new URL('./lib/text.ts', import.meta.url)));
/** Modules of this folder that are loaded together with another; type imports do not exist in the build. */
const IMPORTS = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s*)?'(\.{1,2}\/[^']+\.tsx?)'/gm;
const SPOKEN = /useText\('([a-z-]+)'\)/g;
/** The export a part begins with: `lazyPart` takes the default export. */
const PART = /^export default (?:function )?(\w+)/m;

interface Module {
  areas: readonly string[];
  imports: readonly string[];
}
const moduleOf = (code: string, path: string): Module => ({
  areas: path === TEXTS ? [] : [...code.matchAll(SPOKEN)].map(([, area]) => area!),
  imports: [...code.matchAll(IMPORTS)].map(([, file]) => normalizePath(join(dirname(path), file!))),
});

/**
 * The areas used by a module and everything loaded with it, without duplicates; `read` returns the text of a
 * file.
 */
function areasFrom(path: string, read: (path: string) => Module): string[] {
  const seen = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...read(next).imports);
  }
  return [...new Set([...seen].flatMap((one) => read(one).areas))].sort();
}

/**
 * Every part of the console is loaded with the texts of all its modules (lib/lazy-part.ts): its first module
 * lists them. An area requested later would suspend the screen, which would disappear for a moment and lose
 * the focus.
 */
export function textAreas(): Plugin {
  const known = new Map<string, Module>();
  const read = (path: string): Module => {
    const module = known.get(path) ?? moduleOf(readFileSync(path, 'utf8'), path);
    known.set(path, module);
    return module;
  };
  return {
    name: 'text-areas',
    enforce: 'pre',
    watchChange: (path) => void known.delete(normalizePath(path)),
    transform: {
      filter: { id: /\/web\/.*\.tsx$/, code: /^export default /m },
      handler(code, id) {
        const part = PART.exec(code)?.[1];
        const areas = areasFrom(normalizePath(id), read);
        if (part === undefined || areas.length === 0) return undefined;
        const call = `__speaks(${part}, ${JSON.stringify(areas)});`;
        return {
          code: `${code}\nimport { speaks as __speaks } from ${JSON.stringify(TEXTS)};\n${call}\n`,
          map: null,
        };
      },
    },
  };
}
