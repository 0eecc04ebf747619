import { linkSync, unlinkSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner can read, completely or not at all; an existing one stays unchanged. */
export function writeSecretFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600, flag: 'w', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
}
