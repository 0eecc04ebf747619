import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A demonstration whose history has been sent. */
export interface Demo {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts `npm run demo` on free ports with an empty folder; `password` is everybody's. */
export async function startDemo(data: string, password: string): Promise<Demo> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../scripts/demo.ts', import.meta.url))], {
    env: { ...process.env, DATA_DIR: data, PORT: '0', MQTT_PORT: '0', ADMIN_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the demonstration ended with ${code}: ${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /demonstration is at (\S+)/.exec(output)?.[1];
      if (url && output.includes('History sent')) resolve({ url, child });
    });
  });
}

/** Ends it as Ctrl+C does, and waits until it has stopped. */
export async function stopDemo({ child }: Demo): Promise<void> {
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
}
