import type { Answer } from '../../../lib/api/contract.ts';

export type MorningAnswer = Answer<'morning'>;
export type MorningRow = MorningAnswer['results'][number];
