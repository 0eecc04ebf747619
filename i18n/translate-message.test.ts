import { describe, expect, test } from 'vitest';
import { translateMessage } from './translate-message.ts';

describe('translateMessage', () => {
  test('says the customer’s words', () => {
    expect(translateMessage('required', 'en')).toBe('Required');
    expect(translateMessage('between|0|60000', 'en')).toBe('Value must be between 0 and 60000');
    expect(translateMessage('max_length|100', 'en')).toBe('Maximum length is 100 characters');
    expect(translateMessage('forbidden', 'en')).toBe(
      "You don't have the necessary privileges to perform this action.",
    );
  });
  test('formats numbers as the language writes them', () => {
    expect(translateMessage('between|0.5|60000', 'fr')).toBe(
      'La valeur doit être comprise entre 0,5 et 60000',
    );
  });
  test('an unknown code never reaches a reader; a sentence passes', () => {
    expect(translateMessage('no_such_code|1', 'en')).toBe('Is not valid');
    expect(translateMessage('Already a sentence', 'fr')).toBe('Already a sentence');
  });
});
