/** Estimates guesses in a thread of its own: it computes for up to some tenths of a second and holds 100 MiB. */
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import * as french from '@zxcvbn-ts/language-fr';
import type { Question } from './strength.ts';

const unaccented = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');

/** French as it is typed on a foreign keyboard. */
const typed = Object.entries(french.dictionary).map(([name, words]) => [
  `${name}-unaccented`,
  (words as readonly string[]).map(unaccented),
]);

const estimator = new ZxcvbnFactory({
  dictionary: {
    ...common.dictionary,
    ...english.dictionary,
    ...french.dictionary,
    ...Object.fromEntries(typed),
  },
  graphs: common.adjacencyGraphs,
  // The default of 100 takes up to two seconds for 40 letters that all stand for others.
  l33tMaxSubstitutions: 16,
});

parentPort!.on('message', ({ id, password, words }: Question) => {
  const own = [...new Set(words.flatMap((word) => [word, unaccented(word)]))];
  parentPort!.postMessage({ id, score: estimator.check(password, own).score });
});
