/**
 * The attacker, in a separate process with the lowest priority: it would have its own machine, and its load
 * on this one is not the product's. Reads `go` and `rest` on stdin and answers when at rest; `told` prints
 * its counts.
 */
import { getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ATTACKS } from './attacks.ts';

const { values } = parseArgs({
  options: {
    attack: { type: 'string', default: '' },
    url: { type: 'string', default: '' },
    mqtt: { type: 'string', default: '' },
    serial: { type: 'string', default: '' },
    secret: { type: 'string', default: '' },
    token: { type: 'string', default: '' },
  },
});
const attack = ATTACKS[values.attack];
if (attack === undefined) throw new Error(`no attack ${values.attack}`);
setPriority(Math.min(19, getPriority() + 15));

const counts: Record<string, number> = {};
const strike = {
  ...values,
  mqttPort: Number(values.mqtt),
  note(what: string, by = 1) {
    counts[what] = (counts[what] ?? 0) + by;
  },
  most(what: string, count: number) {
    counts[what] = Math.max(counts[what] ?? 0, count);
  },
};
const say = (text: string) => process.stdout.write(`${text}\n`);

let rest = new AbortController();
let running: Promise<void> = Promise.resolve();
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'go') {
    rest = new AbortController();
    running = attack(strike, rest.signal);
    say('goes');
  } else if (line === 'rest') {
    rest.abort();
    await running;
    say('rests');
  } else say(JSON.stringify(counts));
}
process.exit(0);
