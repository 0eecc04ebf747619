import { parentPort } from 'node:worker_threads';
import { perform, type Task } from './task.ts';

parentPort!.on('message', (task: Task) => parentPort!.postMessage(perform(task)));
