import { expect, it } from 'vitest';
import { axisLabels } from './axis-labels.ts';
import { uncutLabels } from './time-labels.ts';

it('no label stands twice on an axis', () => {
  expect(axisLabels([4.17, 4.175, 4.18, 4.185], 2, 'en-GB')).toEqual(['4.17', '4.175', '4.18', '4.185']);
  expect(axisLabels([4.17, 4.175], 2, 'fr-FR')).toEqual(['4,17', '4,175']);
});
it('a quantity keeps its decimals where they are enough', () => {
  expect(axisLabels([0, 50, 100], 0, 'en-GB')).toEqual(['0', '50', '100']);
  expect(axisLabels([0.1, 0.2, 0.1 + 0.2], 1, 'en-GB')).toEqual(['0.1', '0.2', '0.3']);
  expect(axisLabels([12], 1, 'en-GB')).toEqual(['12']);
});
it('a time that the right edge would cut is left out', () => {
  expect(uncutLabels(['22 Nov\n2026', '23 Nov'], [100, 280], 300)).toEqual(['22 Nov\n2026', '23 Nov']);
  expect(uncutLabels(['22 Nov\n2026', '23 Nov'], [100, 290], 300)).toEqual(['22 Nov\n2026', '']);
});
