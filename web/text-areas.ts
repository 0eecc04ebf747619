import { fileURLToPath } from 'node:url';
import { normalizePath, type Plugin } from 'vite';

const TEXTS = normalizePath(fileURLToPath(new URL('lib/text.ts', import.meta.url)));

/** Areas that a module speaks, each once. */
function areasIn(code: string): string[] {
  return [...new Set([...code.matchAll(/useText\('([a-z-]+)'\)/g)].map(([, area]) => area!))];
}

/** The module with a call that says its areas; undefined for the one that defines the call, which speaks none. */
function withAreas(code: string, id: string): string | undefined {
  if (normalizePath(id) === TEXTS) return undefined;
  const call = `__speaks(${JSON.stringify(areasIn(code))});`;
  return `${code}\nimport { speaks as __speaks } from ${JSON.stringify(TEXTS)};\n${call}\n`;
}

/**
 * Every module says which areas of texts it speaks, so that a part of the console comes with all of them
 * (lib/lazy-part.ts). One that is asked for later would suspend the screen: it would be hidden for a moment,
 * and the focus in it would be lost.
 */
export function textAreas(): Plugin {
  return {
    name: 'text-areas',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /useText\('/ },
      handler(code, id) {
        const said = withAreas(code, id);
        return said === undefined ? undefined : { code: said, map: null };
      },
    },
  };
}
