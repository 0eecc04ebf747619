/** A process with a small constant load: the delay of its event loop shows how busy the machine is. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
const work = () => {
  for (const until = performance.now() + 3; performance.now() < until; );
};
setInterval(work, 20);
process.on('message', () => {
  process.send?.(delay.max / 1e6);
  delay.reset();
});
