import { expect, test } from 'vitest';
import { textOfView, viewOf } from './map-url.ts';

test('a view survives the address', () => {
  const view = { latitude: 48.85341, longitude: -2.3488, zoom: 6.25 };
  expect(viewOf(textOfView(view))).toEqual(view);
});
test.each(['', '1,2', '1,2,3,4', 'x,2,3', '91,2,3', '1,181,3', '1,2,-1'])('%s is no view', (text) => {
  expect(viewOf(text)).toBeNull();
});
test('no parameter is no view', () => expect(viewOf(null)).toBeNull());
