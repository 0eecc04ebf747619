import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** Loads a native library from its own folder. */
const NATIVE = 'sharp';

/**
 * Bundles a script and all its imports into one file. For a process that is started a hundred times: Node
 * spends two thirds of such a start on finding and reading a thousand files.
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
