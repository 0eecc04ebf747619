import type { BoxConfiguration } from '@aerowatch/domain/box-configuration';
import type { Trx } from '../platform/database/db.ts';

/** What a box is known to be, after a report that was newer than the one before; secrets in clear. */
export interface Reported {
  readonly boxId: number;
  readonly configuration: BoxConfiguration;
  readonly at: Date;
}
/** Follows reports in their transaction; a module gives it by `Module.onReported`. */
export type ReportedListener = (trx: Trx, reported: Reported) => Promise<void>;
