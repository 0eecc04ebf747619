import type { Language } from '@aerowatch/domain/languages';
import { loadWithin } from '../chunk-failure.ts';

const files = import.meta.glob<Record<string, object>>([
  '../../../i18n/*/*.ts',
  '!../../../i18n/*/{api,api-summaries,mail,messages,report-pdf,served,server,errors,start,validation}.ts',
]);

/** The result of loading each `language/area`: its texts, or null when loading failed. */
const came = new Map<string, object | null>();
const loads = new Map<string, Promise<object | null>>();
/** Areas requested in any language. */
const requested = new Set<string>();

/** Texts of an area; null when loading failed, undefined when it has not finished. */
export function textsNow(language: Language, area: string): object | null | undefined {
  return came.get(`${language}/${area}`);
}

/** Loads an area once; a failed load stays so until it is reset. */
export function loadTexts(language: Language, area: string): Promise<object | null> {
  const name = `${language}/${area}`;
  requested.add(area);
  const loading =
    loads.get(name) ??
    read(name, area).then((texts) => {
      came.set(name, texts);
      return texts;
    });
  loads.set(name, loading);
  return loading;
}

async function read(name: string, area: string): Promise<object | null> {
  const load = files[`../../../i18n/${name}.ts`];
  if (load === undefined) return null;
  try {
    const module = await loadWithin(load);
    return module[area.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] ?? null;
  } catch {
    return null;
  }
}

export async function loadAreas(language: Language, areas: readonly string[]): Promise<void> {
  await Promise.all(areas.map((area) => loadTexts(language, area)));
}

/** Loads, in a language, every area used in another, and retries those that failed before. */
export async function loadLanguage(language: Language): Promise<void> {
  for (const area of requested)
    if (textsNow(language, area) === null) {
      came.delete(`${language}/${area}`);
      loads.delete(`${language}/${area}`);
    }
  const left = (): string[] => [...requested].filter((area) => textsNow(language, area) === undefined);
  // More may be requested in the meantime.
  for (let areas = left(); areas.length > 0; areas = left()) await loadAreas(language, areas);
}
