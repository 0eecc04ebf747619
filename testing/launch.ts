import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endProcess, spawnServer } from './server-process.ts';

export interface StartedProcess {
  child: ChildProcess;
  said: () => string;
  /** Exit code and the whole standard error. */
  ended: Promise<{ code: number | null; error: string }>;
  url: Promise<string>;
}

/** Starts the server as its operator does; `end` stops running servers and removes the folders. */
export function makeLauncher(): {
  folder: () => string;
  launch: (env: Record<string, string>) => StartedProcess;
  end: () => Promise<void>;
} {
  const folders: string[] = [];
  const children: ChildProcess[] = [];
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'aerowatch-start-'));
    folders.push(path);
    return path;
  };
  const end = async (): Promise<void> => {
    await Promise.all(children.map((child) => endProcess(child, 'SIGTERM')));
    for (const path of folders) rmSync(path, { recursive: true, force: true });
  };
  const launch = (env: Record<string, string>): StartedProcess => {
    const child = spawnServer({ PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', ...env });
    children.push(child);
    let out = '';
    let error = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      error += chunk;
    });
    const ended = new Promise<{ code: number | null; error: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, error })),
    );
    const url = (async () => {
      for (;;) {
        const found = /is ready at (\S+)/.exec(out)?.[1];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`it did not start: ${error}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    url.catch(() => undefined);
    return { child, said: () => out, ended, url };
  };
  return { folder, launch, end };
}
