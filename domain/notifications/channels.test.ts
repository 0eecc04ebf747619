import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { channels as english } from '@aerowatch/i18n/en/channels';
import { channels as french } from '@aerowatch/i18n/fr/channels';
import { expect, it } from 'vitest';
import { LANGUAGE_KEYS } from '../languages.ts';
import { addressKindOf, CHANNEL_KEYS, notifyField, OWN_CHANNELS } from './channels.ts';
import { isMaskedWebhook, maskedWebhook, recognizedFormat } from './webhook-formats.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files that may name a channel: its row, its texts, its provider. */
const NAMED = [
  'domain/notifications/channels.ts',
  ...LANGUAGE_KEYS.map((language) => `i18n/${language}/channels.ts`),
  'server/features/notifications/sending/channel-providers.ts',
].sort();
/**
 * E-mail is left out because people also sign in with it: the other channels show whether code distinguishes
 * channels.
 */
const KEYS = CHANNEL_KEYS.filter((key) => key !== 'email');
const BY_NAME = new RegExp(
  [...KEYS.flatMap((key) => [`['"\`]${key}['"\`]`, `^\\s*${key}: `]), ...CHANNEL_KEYS.map(notifyField)].join(
    '|',
  ),
  'm',
);

it('no code knows a channel by name: what distinguishes it is its row, its texts and its provider', () => {
  const sources = globSync('{domain,contracts,i18n,server,web}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/*.test.ts', '**/testing*.ts', 'server/migrations/**', 'web/dist/**'],
  });
  expect(sources.length).toBeGreaterThan(500);
  const naming = sources.filter((path) => BY_NAME.test(readFileSync(ROOT + path, 'utf8')));
  expect(naming.sort()).toEqual(NAMED);
  expect(BY_NAME.test(`if (message.channel === 'sms')`)).toBe(true);
  expect(BY_NAME.test('user.notify_email')).toBe(true);
});

it('every channel has its words in both languages, and none twice', () => {
  for (const texts of [english, french]) {
    expect(Object.keys(texts)).toEqual(CHANNEL_KEYS);
    const words = CHANNEL_KEYS.flatMap((key) => Object.values(texts[key]));
    expect(words.filter((word) => word.length < 3)).toEqual([]);
    expect(new Set(CHANNEL_KEYS.map((key) => texts[key].sentence)).size).toBe(CHANNEL_KEYS.length);
  }
});

it.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://HOOKS.slack.com/services/T0/B0/x', 'slack'],
  ['https://railway.webhook.office.com/webhookb2/x', 'teams'],
  ['https://prod-01.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?sig=y', 'teams'],
  ['https://default1.ab.environment.api.powerplatform.com/powerautomate/x', 'teams'],
  ['https://chat.railway.example/hooks/abcdefghijklmnopqrstuvwxyz', 'mattermost'],
  ['https://railway.example/chat/hooks/abcdefghijklmnopqrstuvwxyz', 'mattermost'],
  ['https://hooks.slack.com.evil.example/services/x', null],
  ['https://nothooks.slack.com/', null],
  ['https://railway.example/hooks/short', null],
  ['nonsense', null],
] as const)('%s is of %s', (address, format) => expect(recognizedFormat(address)).toBe(format));

it('a webhook is shown by its host and, where enough stays hidden, its last four characters', () => {
  const shown = maskedWebhook(
    'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstx7Qd',
  );
  expect(shown).toBe('https://hooks.slack.com/••••x7Qd');
  expect(isMaskedWebhook(shown)).toBe(true);
  expect(maskedWebhook('https://a.example:8443/secret')).toBe('https://a.example:8443/••••');
});

it('no two channels call their address by the same word: what is said of a missing one names it', () => {
  const kinds = OWN_CHANNELS.map(addressKindOf);
  expect(kinds).toEqual([...new Set(kinds)]);
});
