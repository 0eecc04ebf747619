import type { ChosenKind } from '@aerowatch/domain/work/kinds';
import { expect, it } from 'vitest';
import { kindsToChoose } from './kinds-to-choose.ts';

const BOX = { type: 'box' } as const;
const TWO = ['inspection', 'repainting'] as readonly string[] as readonly ChosenKind[];

it('a new order for boxes offers every kind of work as soon as there are two', () => {
  expect(kindsToChoose([BOX, { type: 'manual' }], TWO)).toEqual(TWO);
  expect(kindsToChoose([BOX], TWO.slice(0, 1))).toEqual([]);
});

it('one about an alert, a finding or a known fault is about that', () => {
  expect(kindsToChoose([{ type: 'alert' }], TWO)).toEqual([]);
  expect(kindsToChoose([{ type: 'finding' }], TWO)).toEqual([]);
  expect(kindsToChoose([BOX, { type: 'box', kind: 'seized' }], TWO)).toEqual([]);
});
