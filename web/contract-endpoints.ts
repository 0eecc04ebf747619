import { readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

const CONTRACTS = new URL('../contracts/api/', import.meta.url);
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
      for (const file of readdirSync(CONTRACTS).filter((name) => /^[a-z-]+\.ts$/.test(name))) {
        const module: Record<string, unknown> = await import(new URL(file, CONTRACTS).href);
        for (const [key, value] of Object.entries(module)) {
          if (typeof value !== 'object' || value === null || !('method' in value && 'path' in value))
            continue;
          const { name, method, path, level, answers, upload } = value as Record<string, unknown>;
          table[key] = { name, method, path, level, answers, upload };
        }
      }
      return `export const ENDPOINTS = ${JSON.stringify(table)};`;
    },
  };
}
