import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Counterexample, explore, keep } from './explore.ts';
import { runMutants } from './mutants.ts';
import { startStage } from './product.ts';

const { values } = parseArgs({
  options: {
    /** Default 1,000; 1,536 against each mutant. */
    cases: { type: 'string' },
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: '64' },
    /**
     * The batch of the seed, or the mutant, to begin with: to resume a stopped run, or to split a seed
     * between runs.
     */
    first: { type: 'string', default: '0' },
    /** The time of the product's clock, as ISO 8601; the machine's when absent. */
    now: { type: 'string' },
    most: { type: 'string', default: '10' },
    /** File for the counterexamples: none is lost with its terminal. */
    keep: { type: 'string', default: join(tmpdir(), 'aerowatch-oracle-found.jsonl') },
    /** Prints the first difference of a batch as found, without shrinking the case. */
    plain: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    /** Only mutants whose name contains this; may be given several times. */
    only: { type: 'string', multiple: true, default: [] },
  },
});

const cases = values.cases === undefined ? undefined : Number(values.cases);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (from: number): string => `${((Date.now() - from) / 1000).toFixed(0)} s`;

function tell({ difference, lines, batch, now }: Counterexample): void {
  say(`\nbatch ${batch} at ${new Date(now).toISOString()}: ${difference.read}`);
  for (const line of lines.slice(0, 40)) say(`  ${line}`);
}

/** Reports its progress this often. */
const EVERY_MS = 30_000;

async function explored(): Promise<boolean> {
  const stage = await startStage(values.now === undefined ? {} : { now: Date.parse(values.now) });
  const began = Date.now();
  let said = began;
  const result = await explore(stage, {
    seed: Number(values.seed),
    cases: cases ?? 1000,
    size: Number(values.size),
    first: Number(values.first),
    most: Number(values.most),
    plain: values.plain,
    onFound: (found) => {
      tell(found);
      keep(found, values.keep);
      say(`  kept in ${values.keep}`);
    },
    onBatch: (batch, done, found) => {
      if (Date.now() - said < EVERY_MS) return;
      said = Date.now();
      say(`${done} cases to batch ${batch}, ${found} differences, ${seconds(began)}`);
    },
  }).finally(() => stage.stop());
  const rate = (result.cases / ((Date.now() - began) / 1000)).toFixed(1);
  const { met, total } = result.pairs;
  say(
    `\n${result.cases} cases from batch ${values.first} of seed ${values.seed} in ${seconds(began)} (${rate} a second), ${met} of ${total} pairs of values met, ${result.found.length} differences`,
  );
  return result.found.length === 0;
}

const well = values.mutants
  ? await runMutants(say, { first: Number(values.first), only: values.only, cases })
  : await explored();
process.exit(well ? 0 : 1);
