/**
 * Packs long columns into few bytes by writing what neighbours share only once. Every function has an exact
 * inverse.
 */

/** Differences to the previous number; the first one to 0. Integers only, so that they stay exact. */
export function packSteps(numbers: readonly number[]): number[] {
  let before = 0;
  return numbers.map((number) => {
    const step = number - before;
    before = number;
    return step;
  });
}
export function unpackSteps(steps: readonly number[]): number[] {
  let at = 0;
  return steps.map((step) => {
    at += step;
    return at;
  });
}

/** Value and length of each run of equal numbers, or the numbers themselves where there are few runs. */
export type PackedRuns = { readonly runs: readonly number[] } | { readonly list: readonly number[] };

export function packRuns(numbers: readonly number[]): PackedRuns {
  const runs: number[] = [];
  for (let start = 0; start < numbers.length; ) {
    let end = start + 1;
    while (end < numbers.length && numbers[end] === numbers[start]) end += 1;
    runs.push(numbers[start]!, end - start);
    start = end;
    if (runs.length > numbers.length) return { list: numbers };
  }
  return { runs };
}
export function unpackRuns(packed: PackedRuns): number[] {
  if ('list' in packed) return [...packed.list];
  const numbers: number[] = [];
  for (let index = 0; index < packed.runs.length; index += 2)
    for (let left = packed.runs[index + 1]!; left > 0; left -= 1) numbers.push(packed.runs[index]!);
  return numbers;
}

/** Numbers from 0 to 9 as one text of digits. */
export const packDigits = (numbers: readonly number[]): string => numbers.join('');
export function unpackDigits(digits: string): number[] {
  const numbers: number[] = new Array(digits.length);
  for (let index = 0; index < digits.length; index += 1) numbers[index] = digits.charCodeAt(index) - 48;
  return numbers;
}

/** Longest shared prefix, in characters: its length is written as one digit of base 36. */
const MAX_SHARED = 35;

/**
 * One text per line: the number of characters shared with the text before (a digit of base 36), then the
 * rest. Texts with line ends cannot be packed and are returned unchanged.
 */
export type PackedTexts = string | readonly string[];

export function packTexts(texts: readonly string[]): PackedTexts {
  let before = '';
  let packed = '';
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index]!;
    if (text.includes('\n')) return texts;
    const most = Math.min(before.length, text.length, MAX_SHARED);
    let shared = 0;
    while (shared < most && text.charCodeAt(shared) === before.charCodeAt(shared)) shared += 1;
    packed += `${index === 0 ? '' : '\n'}${shared.toString(36)}${text.slice(shared)}`;
    before = text;
  }
  return packed;
}
export function unpackTexts(packed: PackedTexts): string[] {
  if (typeof packed !== 'string') return [...packed];
  if (packed === '') return [];
  let before = '';
  return packed.split('\n').map((line) => {
    before = before.slice(0, Number.parseInt(line[0]!, 36)) + line.slice(1);
    return before;
  });
}
