/**
 * Estimates guesses in a separate thread, because it computes for some tenths of a second and holds 100 MiB.
 */
import { parentPort } from 'node:worker_threads';
import { MAX_SUBSTITUTIONS, typedWithoutAccents } from '@aerowatch/domain/password-strength';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import * as french from '@zxcvbn-ts/language-fr';
import type { Question } from './strength.ts';

const estimator = new ZxcvbnFactory({
  dictionary: {
    ...common.dictionary,
    ...english.dictionary,
    ...french.dictionary,
    ...typedWithoutAccents(french.dictionary),
  },
  graphs: common.adjacencyGraphs,
  l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
});

parentPort!.on('message', ({ id, password, words }: Question) => {
  parentPort!.postMessage({ id, score: estimator.check(password, [...words]).score });
});
