import type { Hooks } from './hooks.ts';
import type { Module } from './parts.ts';

/** The hooks of all features. */
export function hooksOf(modules: readonly Module[]): Hooks {
  return {
    uplinks: joined('uplinks', modules),
    jobHandlers: joined('jobHandlers', modules),
    reported: modules.flatMap(({ onReported }) => onReported ?? []),
    firmwareWished: modules.flatMap(({ onFirmwareWished }) => onFirmwareWished ?? []),
    clientMade: modules.flatMap(({ onClientMade }) => onClientMade ?? []),
    reportFile: modules.find(({ reportFile }) => reportFile !== undefined)?.reportFile,
  };
}

type Keyed = 'uplinks' | 'jobHandlers';

/** One handler per key: a second one would never be called. */
function joined<K extends Keyed>(what: K, modules: readonly Module[]) {
  const all = new Map<string, NonNullable<Module[K]>[string]>();
  for (const { name, [what]: handlers } of modules)
    for (const [key, handler] of Object.entries(handlers ?? {})) {
      if (all.has(key))
        throw new Error(`module ${name}: ${what} for ${key} already belong to another module`);
      all.set(key, handler as NonNullable<Module[K]>[string]);
    }
  return all;
}
