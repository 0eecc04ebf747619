import { describe, expect, it } from 'vitest';
import { guess, systemOfName } from './guess.ts';
import { problemsFile } from './problems-file.ts';
import { readHead } from './read-head.ts';

describe('the head of a file', () => {
  it('finds the separator, unquotes cells and stops after the rows asked for', () => {
    const head = readHead('\uFEFFTime;"A ""b"";c"\r\n1;"x\ny"\r\n\r\n2;z\r\n3;w', 2);
    expect(head).toEqual({
      separator: ';',
      headers: ['Time', 'A "b";c'],
      rows: [
        ['1', 'x\ny'],
        ['2', 'z'],
      ],
    });
  });
  it('is none without columns', () => {
    expect(readHead('')).toBeNull();
    expect(readHead('hello\nworld')).toBeNull();
  });
});

describe('what the columns of a file are', () => {
  it.each([
    ['Time (Europe/Paris),Time (UTC),Box,AERO,Temperature (°C),Stroke (mm)', 'Time (UTC)', 'Stroke (mm)'],
    [
      'Date et heure (Europe/Paris);Date et heure (UTC);Boîtier;AERO;Température (°F);Course (in)',
      'Date et heure (UTC)',
      'Course (in)',
    ],
  ])('an export is known: %s', (line, time, stroke) => {
    const { own, mapping } = guess(readHead(`${line}\n`)!.headers);
    expect(own).toBe(true);
    expect(mapping).toMatchObject({ time, stroke, aero: 'AERO', pressure: '' });
  });
  it('other files as well as can be', () => {
    const { own, mapping } = guess(['timestamp', 'Serial number', 'pressure', 'Stroke [mm]', 'remark']);
    expect(own).toBe(false);
    expect(mapping).toMatchObject({
      time: 'timestamp',
      box: 'Serial number',
      aero: '',
      pressure: 'pressure',
      stroke: 'Stroke [mm]',
      temperature: '',
    });
  });
  it('the name tells the unit', () => {
    expect(systemOfName('stroke', 'Course (in)')).toBe('imperial');
    expect(systemOfName('stroke', 'Reading')).toBeNull();
  });
});

it('the list of refused rows opens in a spreadsheet and computes nothing there', () => {
  const errors = [{ line: 7, column: 'Depl', message: '=HYPERLINK("x")' }];
  expect(problemsFile(['Line', 'Column', 'Problem'], errors, 'fr')).toBe(
    '\uFEFF"Line";"Column";"Problem"\r\n7;"Depl";"\'=HYPERLINK(""x"")"\r\n',
  );
});
