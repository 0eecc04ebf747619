/** Formats of texts. The keys are codes of i18n's `validation`. */
import type { Message } from './validation.ts';

export const FORMATS = {
  /** Of a box: 3 to 32 of A–Z, 0–9 and dash. */
  serial_number: /^[A-Z0-9-]{3,32}$/,
  /** E.164: plus, country code, at most 15 digits. */
  phone: /^\+[1-9]\d{6,14}$/,
  /** #rrggbb. */
  color: /^#[0-9a-fA-F]{6}$/,
  /** x.y.z, each 0 to 999. */
  version: /^\d{1,3}\.\d{1,3}\.\d{1,3}$/,
  /** The maintenance password (BLE passkey). */
  six_digits: /^\d{6}$/,
} as const;

/** SIM card number: 18 to 22 digits whose last is the Luhn check digit (ITU-T E.118), or empty. */
export function isIccid(value: string): boolean {
  return value === '' || (/^[0-9]{18,22}$/.test(value) && luhn(value));
}

/** Whether the last digit is the Luhn check digit of those before it (ISO/IEC 7812-1, annex B). */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** Orders versions as numbers: 1.10.0 is newer than 1.9.0. Negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** MQTT endpoint: `host:port` or `mqtt(s)://host:port`, up to 255 characters, or empty. */
export function serverAddress(value: string): Message | null {
  if (value === '') return null;
  if (value.length > 255) return 'max_length|255';
  const match =
    /^(?:mqtts?:\/\/)?([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\]):([0-9]{1,5})$/.exec(
      value,
    );
  const port = Number(match?.[2]);
  return match && port >= 1 && port <= 65_535 ? null : 'server_address';
}
