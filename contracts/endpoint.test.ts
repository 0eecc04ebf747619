import { expect, it } from 'vitest';
import { ENDPOINTS } from './api/index.ts';

it('names are `resource.action`, each once: they are the operations that programs are generated from', () => {
  const names = ENDPOINTS.map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
