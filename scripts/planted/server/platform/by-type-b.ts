import type { A } from './by-type-a.ts';

export interface B {
  readonly a?: A;
}
