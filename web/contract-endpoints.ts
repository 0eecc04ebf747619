import type { Plugin } from 'vite';

const CONTRACT = new URL('../contracts/api/index.ts', import.meta.url);
const VIRTUAL = 'virtual:endpoints';

/**
 * The endpoints of the contract as plain data (no schemas), so that the shell can call the API without
 * loading zod. Types come from the contract itself (lib/api/contract.ts).
 */
export function contractEndpoints(): Plugin {
  return {
    name: 'contract-endpoints',
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      const table: Record<string, object> = {};
      const { NAMED_ENDPOINTS } = await import(CONTRACT.href);
      for (const [key, { name, method, path, level, answers, upload }] of NAMED_ENDPOINTS)
        table[key] = { name, method, path, level, answers, upload };
      return `export const ENDPOINTS = ${JSON.stringify(table)};`;
    },
  };
}
