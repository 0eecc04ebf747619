import type { Box } from '@aerowatch/contracts/api/boxes';
import type { PeakOfBox } from '../../entities/forecast/use-forecast.ts';
import type { Formats } from '../../lib/format.ts';
import type { TextOf } from '../../lib/text.ts';

/** What the columns of a list of boxes are made of. */
export interface ColumnParts {
  t: TextOf<'boxes'>;
  domain: TextOf<'domain'>;
  forecast: TextOf<'forecast'>;
  formats: Formats;
  clientOf: (box: Box) => string;
  tagName: (id: number) => string;
  peakOf: (box: number) => PeakOfBox;
  /** Whether a column that the server cannot sort is sorted here. */
  sorts: boolean;
}
