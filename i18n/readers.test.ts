import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { expect, it } from 'vitest';

/** Names of environment variables, and commands of whoever runs the server. */
const OF_OPERATORS = /\b[A-Z]{2,}(_[A-Z0-9]+)+\b|npm run/;
/** Texts that administrators alone read. */
const FOR_ADMINISTRATORS = [
  /^common\..*\.(archive_fails|rehearsal_late)$/,
  /^machine\.|^settings\.machine\./,
  /^(validation|messages)\.weather_service_redirect$/,
  // The description of the interface, for who writes programs; one call is described with the address of the console.
  /^(api-summaries|served)\.auth\.sso_finish$/,
  /_admin$/,
];

function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

it.each(LANGUAGE_KEYS)('no variable and no command is told to who runs no server (%s)', async (language) => {
  const folder = fileURLToPath(new URL(language, import.meta.url));
  const areas = globSync('*.ts', { cwd: folder });
  const texts: [string, string][] = [];
  for (const area of areas) {
    const module = (await import(`${folder}/${area}`)) as Record<string, unknown>;
    // An area may bring another one along, which is walked as itself.
    for (const value of Object.values(module)) texts.push(...textsOf(value, area.replace(/\.ts$/, '')));
  }
  expect(texts.length).toBeGreaterThan(2000);
  const told = texts.filter(
    ([path, text]) => OF_OPERATORS.test(text) && !FOR_ADMINISTRATORS.some((admins) => admins.test(path)),
  );
  expect(told).toEqual([]);
});
