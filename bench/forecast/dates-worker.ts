import { parentPort } from 'node:worker_threads';
import { type DatesTask, datesOf } from './dates.ts';

parentPort!.on('message', (task: DatesTask) => parentPort!.postMessage(datesOf(task)));
