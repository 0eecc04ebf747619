import { expect, it } from 'vitest';
import { box } from './en/box.ts';
import { boxes } from './en/boxes.ts';
import { conditions } from './en/conditions.ts';

it('comparators are called what the customer calls them, in the same order', () => {
  expect(Object.values(conditions.comparator).map(({ name }) => name)).toEqual([
    ...['greater', 'greater or equal', 'equal', 'smaller or equal', 'smaller', 'varies by more than'],
  ]);
});

it('a box that sends nothing is told by the customer’s sentence', () => {
  expect([box.silent, boxes.no_data_week]).toEqual(Array(2).fill('No data for more than a week'));
});
