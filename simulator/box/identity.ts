import type { Draws } from '../prng.ts';

/** Luhn check digit of a row of digits (ISO/IEC 7812-1). */
export function luhnDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    // The digit next to the check digit is doubled, then every second one.
    const doubled = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** An ICCID of 19 digits: telecommunications (89), France (33), issuer, account, check digit. */
export function iccidOf(draws: Draws): string {
  const digits = `8933${String(draws.integer(1, 99)).padStart(2, '0')}${Array.from({ length: 12 }, () => draws.integer(0, 9)).join('')}`;
  return digits + luhnDigit(digits);
}
