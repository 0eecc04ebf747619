import type { Case, Message, Round, SentMeasure } from './cases/case.ts';
import type { Stage } from './product.ts';
import { differencesOf } from './run-cases.ts';

const MAX_TRIES = 400;

/** The smallest case found that still differs, by leaving out more and more. */
export async function shrink(stage: Stage, given: Case): Promise<Case> {
  let best = given;
  let tries = 0;
  for (let smaller = true; smaller && tries < MAX_TRIES; ) {
    smaller = false;
    for (const candidate of smallerOnes(best)) {
      tries += 1;
      if (tries > MAX_TRIES) break;
      if ((await differencesOf(stage, [candidate])).length === 0) continue;
      best = candidate;
      smaller = true;
      break;
    }
  }
  return best;
}

const without = <T>(items: readonly T[], index: number): T[] => items.filter((_, at) => at !== index);

function* smallerOnes(given: Case): Generator<Case> {
  const { rounds, conditions, plan } = given;
  for (let index = rounds.length - 1; index >= 0 && rounds.length > 1; index -= 1)
    yield { ...given, rounds: without(rounds, index), plan: { ...plan, works: without(plan.works, index) } };
  const messages = rounds.flatMap((round, at) => round.messages.map((_, number) => ({ at, number })));
  // Halves first, then single items.
  for (const half of [0, 1])
    if (messages.length > 3)
      yield {
        ...given,
        rounds: rounds.map((round, at) => ({
          ...round,
          messages: round.messages.filter(
            (_, number) => messages.findIndex((one) => one.at === at && one.number === number) % 2 === half,
          ),
        })),
      };
  for (const { at, number } of messages)
    yield withRound(given, at, (round) => ({ ...round, messages: without(round.messages, number) }));
  for (const [index] of conditions.entries()) yield { ...given, conditions: without(conditions, index) };
  for (const [at, works] of plan.works.entries())
    for (const [index] of works.entries())
      yield { ...given, plan: { ...plan, works: plan.works.with(at, without(works, index)) } };
  for (const [at, round] of rounds.entries())
    for (const [index] of round.edits.entries())
      yield withRound(given, at, (one) => ({ ...one, edits: without(one.edits, index) }));
  yield* withFewerMeasures(given);
}

function* withFewerMeasures(given: Case): Generator<Case> {
  for (const [at, round] of given.rounds.entries())
    for (const [number, message] of round.messages.entries()) {
      const change = (measures: SentMeasure[]): Case =>
        withRound(given, at, (one) => ({
          ...one,
          messages: one.messages.with(number, { ...message, measures } satisfies Message),
        }));
      for (const [index, measure] of message.measures.entries()) {
        if (message.measures.length > 1) yield change(without(message.measures, index));
        for (const fewer of withFewerValues(measure)) yield change(message.measures.with(index, fewer));
      }
    }
}

function* withFewerValues(measure: SentMeasure): Generator<SentMeasure> {
  const values = Object.entries(measure.values);
  if (values.length > 1)
    for (const [metric] of values)
      yield { ...measure, values: Object.fromEntries(values.filter(([name]) => name !== metric)) };
}

const withRound = (given: Case, at: number, change: (round: Round) => Round): Case => ({
  ...given,
  rounds: given.rounds.map((round, index) => (index === at ? change(round) : round)),
});

/** A case in readable form: a line for each message, and its rules and axes. */
export function linesOf({ plan, rounds, conditions, joined, aeros }: Case): string[] {
  const { reads, works, anchor, together } = plan;
  return [
    `around ${anchor}, ${aeros} AERO, ${together ? 'together' : 'alone'}; reads ${JSON.stringify(reads)}`,
    ...(conditions.length === 0 ? [] : [`rules${joined ? ', joined' : ''} ${JSON.stringify(conditions)}`]),
    ...rounds.flatMap((round, index) => [
      ...round.messages.map(({ form, measures }) =>
        [
          ...round.edits,
          form,
          ...measures.map(({ position, at, values }) => `${position}@${at} ${JSON.stringify(values)}`),
        ].join(' '),
      ),
      ...(works[index]?.length ? [works[index].join(', ')] : []),
    ]),
  ];
}
