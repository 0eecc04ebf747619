import { b } from './by-value-b.ts';

/** A circle of files by value. */
export const a = (): number => b();
