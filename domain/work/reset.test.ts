import { expect, it } from 'vitest';
import { metricsToReset } from './reset.ts';

it('a replaced sensor begins its own metric anew, any other act all of them', () => {
  expect(metricsToReset(['sensor_replaced'], 'stroke_sensor_stuck')).toEqual(['stroke']);
  expect(metricsToReset(['sensor_replaced', 'panel_cleaned'], 'pressure_sensor_drift')).toEqual(['pressure']);
  expect(metricsToReset(['sensor_replaced', 're_gassed'], 'pressure_sensor_drift')).toBeNull();
  // Which sensor it was is not known.
  expect(metricsToReset(['sensor_replaced'], 'leak')).toBeNull();
  expect(metricsToReset([], 'stroke_sensor_stuck')).toBeNull();
});
