import type { System } from '../../platform/viewer.ts';
import type { Directory } from './store-tokens.ts';

/** The directory that calls. */
export interface By {
  readonly directory: Directory;
  /** For the audit log: the server acts for the directory, from the address that called. */
  readonly actor: System;
  /** The name of its token in the audit log. */
  readonly name: string;
}
