/**
 * Draws a report in a separate thread, so that the server can answer other requests and the memory stays
 * separate.
 */
import { parentPort } from 'node:worker_threads';
import type { Order } from '../sheets.ts';
import { makeDrawing } from './drawing.ts';

const port = parentPort!;
const drawing = makeDrawing();

port.on('message', (order: Order) => {
  void drawing.take(order).then((drawn) => {
    port.postMessage(drawn, [drawn.bytes.buffer]);
    if (drawn.done) port.close();
  });
});
