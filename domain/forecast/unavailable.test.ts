import { expect, it } from 'vitest';
import { makeFinding } from '../faults/finding.ts';
import { blockingFault } from './unavailable.ts';

const shifted = (verdict: 'watch' | 'good') =>
  makeFinding(
    'stroke_sensor_step',
    120,
    'mm',
    verdict,
    {},
    verdict === 'good' ? {} : { fault: 'stroke_sensor_step' },
  );

it('a stroke sensor that has shifted reads nothing that could be forecast', () => {
  expect(blockingFault([shifted('watch')])).toBe('stroke_sensor_step');
  expect(blockingFault([shifted('good')])).toBeNull();
});
it('the most telling reason is given', () => {
  const seized = makeFinding('health_ratio', 0.1, null, 'bad', {}, { fault: 'seized' });
  expect(blockingFault([shifted('watch'), seized])).toBe('seized');
});
