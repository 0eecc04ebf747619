/** Estimates guesses off the main thread: dictionaries of some megabytes, some tenths of a second per estimate. */
import { MAX_SUBSTITUTIONS, typedWithoutAccents } from '@aerowatch/domain/password-strength';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import * as french from '@zxcvbn-ts/language-fr';
import type { Estimate, Question } from './estimate.ts';

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

self.onmessage = ({ data: { id, password, words } }: MessageEvent<Question>) => {
  const { score, feedback } = estimator.check(password, [...words]);
  self.postMessage({ id, score, warning: feedback.warning ?? null } satisfies Estimate);
};
