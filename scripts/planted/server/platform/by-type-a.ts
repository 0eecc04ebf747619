import type { B } from './by-type-b.ts';

/** A circle of files by types only. */
export interface A {
  readonly b?: B;
}
