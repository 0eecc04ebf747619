/** More decimals would be floating-point noise. */
const MAX_DECIMALS = 6;

/** Labels of an axis, evenly spaced: with the quantity's decimals, or as many more as the step needs. */
export function axisLabels(splits: readonly number[], decimals: number, language: string): string[] {
  const step = Math.abs((splits[1] ?? 1) - (splits[0] ?? 0)) || 1;
  const exact = (digits: number) =>
    splits.every((value) => Math.abs(Number(value.toFixed(digits)) - value) < step / 100);
  let digits = decimals;
  while (digits < MAX_DECIMALS && !exact(digits)) digits += 1;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  return splits.map((value) => format.format(value));
}
