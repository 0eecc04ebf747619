import type { BoxConfiguration } from '@aerowatch/domain/box-configuration';
import type { Trx } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** What a box is known to be, after a report that was newer than the one before; secrets in clear. */
export interface Reported {
  readonly boxId: number;
  readonly clientId: number | null;
  readonly configuration: BoxConfiguration;
  readonly at: Date;
  /** The newer version that the box ran before this report of an older one; null: nothing of the kind, or known before. */
  readonly fellBack: string | null;
}
/** Follows reports in their transaction; a module gives it by `Module.onReported`. */
export type ReportedListener = (trx: Trx, reported: Reported) => Promise<void>;
/** Starts what a version takes that a desired configuration names; a module gives it by `Module.onFirmwareWished`. */
export type FirmwareWishListener = (
  trx: Trx,
  viewer: Viewer,
  version: string,
  boxes: readonly number[],
) => Promise<void>;
