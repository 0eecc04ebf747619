import { readFileSync } from 'node:fs';
import { closestName } from './closest-name.ts';
import { StartError } from './values.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The path of the settings file; only the environment can set it. */
const FILE = 'SETTINGS_FILE';

/**
 * The environment merged with the settings of SETTINGS_FILE; the environment takes precedence. Throws a
 * one-line StartError if the file cannot be read, a line is no setting, a setting is unknown or given twice,
 * or the environment has a name that is one letter from a setting.
 */
export function mergeSettings(environment: Environment, known: readonly string[]): Environment {
  for (const [name, value] of Object.entries(environment)) {
    const meant = known.includes(name) || value === '' ? undefined : closestName(name, known);
    if (meant !== undefined) throw new StartError(`${name} is no setting; did you mean ${meant}?`);
  }
  const path = environment[FILE];
  if (path === undefined || path === '') return environment;
  const set = linesOf(path, known);
  const isSet = ([, value]: [string, string | undefined]) => value !== undefined && value !== '';
  return { ...set, ...Object.fromEntries(Object.entries(environment).filter(isSet)) };
}

function linesOf(path: string, known: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [index, line] of textOf(path).split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    const wrong = wrongWith(name, name in found, known);
    if (wrong !== undefined)
      throw new StartError(`${FILE} holds “${path}”, whose line ${index + 1} ${wrong}`);
    found[name] = value.trim().replace(/^(["'])(.*)\1$/, '$2');
  }
  return found;
}

function wrongWith(name: string, isSet: boolean, known: readonly string[]): string | undefined {
  if (name === '') return 'is not NAME=value.';
  if (isSet) return `sets ${name} a second time.`;
  if (known.includes(name) && name !== FILE) return undefined;
  const meant = closestName(name, known);
  return `sets ${name}, which is no setting${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(
      `${FILE} holds “${path}”, which cannot be read (${(error as NodeJS.ErrnoException).code}); it may hold the path of a file.`,
    );
  }
}
