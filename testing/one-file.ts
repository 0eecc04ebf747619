import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Loads a library of its own from beside itself. */
const NATIVE = 'sharp';

/**
 * Writes a script and all that it imports into one file. For a process that is started a hundred times: Node
 * takes two thirds of such a start to find and read a thousand files.
 */
export async function intoOneFile(script: string, file: string): Promise<void> {
  const native = pathToFileURL(createRequire(import.meta.url).resolve(NATIVE)).href;
  const bundle = await rolldown({
    input: script,
    platform: 'node',
    plugins: [
      {
        name: 'native',
        resolveId: (source) => (source === NATIVE ? { id: native, external: true } : null),
      },
    ],
    logLevel: 'silent',
  });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
}
