import { expect, test } from 'vitest';
import { foundAeros } from './found-aeros.ts';

const leak = { count: 1, results: [{ aero: 7 }] };
const nothing = { isFetching: false, failure: undefined };

test('AEROs of the finding chosen before are never those of the next: not while it is read, nor when that fails', () => {
  expect(foundAeros(true, { ...nothing, data: leak })).toMatchObject({ aeros: new Set([7]), isSure: true });
  expect(foundAeros(true, { ...nothing, data: leak, isFetching: true })).toMatchObject({
    aeros: null,
    isSure: false,
  });
  expect(foundAeros(true, { ...nothing, data: leak, failure: { status: 0 } })).toMatchObject({
    aeros: null,
    isSure: false,
  });
  expect(foundAeros(true, { ...nothing, data: undefined })).toMatchObject({ aeros: null, isSure: false });
});
test('without a finding nothing is narrowed; more than were read are said', () => {
  expect(foundAeros(false, { ...nothing, data: leak })).toEqual({ aeros: null, isSure: true, cut: null });
  expect(foundAeros(true, { ...nothing, data: { ...leak, count: 3 } }).cut).toEqual({ known: 1, count: 3 });
});
