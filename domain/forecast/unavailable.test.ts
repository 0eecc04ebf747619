import { expect, it } from 'vitest';
import { found } from '../faults/finding.ts';
import { heldBy } from './unavailable.ts';

const shifted = (verdict: 'watch' | 'good') =>
  found(
    'stroke_sensor_step',
    120,
    'mm',
    verdict,
    {},
    verdict === 'good' ? {} : { fault: 'stroke_sensor_step' },
  );

it('a stroke sensor that has shifted reads nothing that could be forecast', () => {
  expect(heldBy([shifted('watch')])).toBe('stroke_sensor_step');
  expect(heldBy([shifted('good')])).toBeNull();
});
it('the most telling reason is given', () => {
  const seized = found('health_ratio', 0.1, null, 'bad', {}, { fault: 'seized' });
  expect(heldBy([shifted('watch'), seized])).toBe('seized');
});
