// Everything for development, offline: the server (started again when a source changes) and the web console with hot reload.
import { spawn } from 'node:child_process';

const server = { PORT: '8080', DATA_DIR: './data', ...process.env };
const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'server/start.ts'], { stdio: 'inherit', env: server }),
  spawn('vite', ['web', '--clearScreen', 'false'], { stdio: 'inherit', shell: process.platform === 'win32' }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop).on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
