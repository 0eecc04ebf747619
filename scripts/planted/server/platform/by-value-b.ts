import { a } from './by-value-a.ts';

export const b = (): number => a();
