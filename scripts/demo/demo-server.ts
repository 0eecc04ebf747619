/** The console of the demonstration: the real server in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../../server/config/node-flags.ts';

/** URLs of the console and of the broker. */
export interface DemoServer {
  readonly url: string;
  readonly mqttUrl: string;
}

interface DemoProcess {
  /** Resolves when the server prints its URLs; rejects when it exits before. */
  readonly ready: Promise<DemoServer>;
  /** Resolves when the process has exited, whether it was stopped or not. */
  readonly ended: Promise<number | null>;
  /** Also stops a server that is still starting. */
  stop(): Promise<void>;
}

const DRAIN_MS = 12_000;

/** Starts `server/start.ts`. */
export function startServer(environment: Record<string, string>): DemoProcess {
  const entry = fileURLToPath(new URL('../../server/start.ts', import.meta.url));
  // A process group of its own: Ctrl+C reaches only this process, which stops the boxes before the server.
  const watch = process.env.SERVER_WATCH ? ['--watch', '--watch-preserve-output'] : [];
  const child = spawn(process.execPath, [...NODE_FLAGS, ...watch, entry], {
    env: { LOG_LEVEL: 'warn', ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    ready: addresses(child, ended),
    ended,
    async stop() {
      child.kill('SIGTERM');
      const impatient = setTimeout(() => child.kill('SIGKILL'), DRAIN_MS);
      await ended;
      clearTimeout(impatient);
    },
  };
}

function addresses(child: ChildProcess, ended: Promise<unknown>): Promise<DemoServer> {
  return new Promise((resolve, reject) => {
    let url: string | undefined;
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      url ??= / is ready at (\S+)$/.exec(line)?.[1];
      const mqttUrl = /^Boxes connect to (\S+)$/.exec(line)?.[1];
      if (url !== undefined && mqttUrl !== undefined) resolve({ url, mqttUrl });
      // Later output of the server is its log, which is shown as it comes.
      else if (line.startsWith('{')) process.stdout.write(`${line}\n`);
    });
    void ended.then((code) => reject(new Error(`The server ended with code ${String(code)}.`)));
  });
}
