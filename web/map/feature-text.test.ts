import { expect, test } from 'vitest';
import { featureText, packPoints } from './feature-text.ts';

test('the document of points is GeoJSON with what the map groups and draws by', () => {
  const points = {
    id: [7, 9],
    longitude: [2.35, -0.57838],
    latitude: [48.85, 44.8],
    kind: [0, 3],
    alerts: [0, 12],
  };
  const document = JSON.parse(featureText(packPoints(points)));
  expect(document.type).toBe('FeatureCollection');
  expect(document.features).toEqual([
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [2.35, 48.85] },
      properties: { id: 7, kind: 0, alerting: 0 },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-0.57838, 44.8] },
      properties: { id: 9, kind: 3, alerting: 1 },
    },
  ]);
});
