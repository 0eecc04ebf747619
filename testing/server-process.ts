import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Output of a server that boxes can connect to. */
export const BOXES_CONNECT = /Boxes connect to/;

/** Starts the server as its operator does, with only these variables. */
export const spawnServer = (env: Readonly<Record<string, string>>) =>
  spawn(process.execPath, ['server/start.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/**
 * The server as a separate process, and its output when it was ready. `onChild` receives the process before
 * that.
 */
export async function launchServer(
  env: Readonly<Record<string, string>>,
  ready: RegExp,
  onChild: (child: ChildProcess) => void,
): Promise<RegExpExecArray> {
  const child = spawnServer(env);
  onChild(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  for (const end = Date.now() + 60_000; Date.now() < end && child.exitCode === null; ) {
    const found = ready.exec(said);
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the server did not start: ${said}`);
}

/** Ends a process if it is still running, and waits for its exit. */
export async function endProcess(
  child: ChildProcess | undefined,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
