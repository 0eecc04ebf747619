import { WEBHOOK_FORMAT_KEYS, type WebhookFormat } from '@aerowatch/domain/notifications/webhook-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../../platform/http/outbound/outbound.ts';
import { condition } from '../../alerting/testing.ts';
import type { Card } from '../messages/card.ts';
import { alertCard, plainCard } from '../messages/render-card.ts';
import type { NotifiedAlert } from '../messages/store-content.ts';
import { fill, type Reader, textsFor } from '../messages/wording.ts';
import { chatProvider } from './provider-chat.ts';
import { DeliveryError } from './providers.ts';
import { startChat, type TestChat } from './testing-chat.ts';

const CONSOLE = { title: 'AeroWatch', publicUrl: 'https://aero.example' };
const french: Reader = { language: 'fr', unitSystem: 'metric', timeZone: 'UTC' };
const alert = (id: number, over: Partial<NotifiedAlert> = {}): NotifiedAlert => ({
  id,
  aero: id,
  model: 1,
  condition: condition() as NotifiedAlert['condition'],
  supervisor: 'Hot',
  openedAt: new Date('2026-03-01T10:00:00Z'),
  value: 31,
  lastAt: new Date('2026-03-01T10:00:00Z'),
  lastValue: 31,
  occurrences: 1,
  occurrence: 1,
  clearedAt: null,
  late: false,
  sami: 'satisfactory',
  position: 1,
  track: '',
  line: '830000',
  box: `BOX-${id}`,
  boxName: '',
  pole: '12/7',
  kilometerPoint: null,
  kinds: ['alert'],
  also: [],
  finding: null,
  precision: null,
  ...over,
});
const many = (count: number) => Array.from({ length: count }, (_, i) => alert(i + 1));

/** Text that each chat would interpret as markup. */
const MARKUP: Record<WebhookFormat, string[]> = {
  teams: ['](https://evil.example)'],
  slack: ['<!channel>', '*b*'],
  mattermost: ['@all', '](https://evil.example)', '*b*'],
};

let chat: TestChat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat?.stop());

const provider = (allowPrivate = true) => chatProvider(makeOutbound({ allowPrivate, timeoutMs: 2000 }));
async function deliver(format: WebhookFormat, card: Card, to = chat.address(format)): Promise<string> {
  const message = { form: 'card', subject: card.title, card } as const;
  await provider().deliver({ reference: '1.a', to, format, message });
  return chat.received.at(-1)!.body;
}
const refused = (format: WebhookFormat, to?: string) =>
  deliver(format, plainCard(CONSOLE, french, 'Essai', ['Ligne']), to).then(
    () => expect.unreachable('was delivered'),
    (error: unknown) => error as DeliveryError,
  );

describe.each(WEBHOOK_FORMAT_KEYS)('%s', (format) => {
  it('takes a test, an alert, five and a digest of two thousand, in French', async () => {
    await deliver(format, plainCard(CONSOLE, french, 'Message d’essai', ['Ceci est un essai.']));
    const one = await deliver(format, alertCard(CONSOLE, french, [alert(7, { late: true })]));
    expect(one).toContain('La température est de 31,0');
    expect(one).toContain('https://aero.example/alerts/7');
    expect(one).toContain('Détection tardive');
    const five = await deliver(format, alertCard(CONSOLE, french, many(5)));
    for (const { id } of many(5)) expect(five).toContain(`https://aero.example/alerts/${id}`);
    const digest = await deliver(format, alertCard(CONSOLE, french, many(2000)));
    expect(digest).toContain('Ligne 830000');
    // Entries that do not fit are counted, and all of them are a click away.
    const shown = [...digest.matchAll(/aero\.example\/alerts\/\d+/g)].length;
    expect(shown).toBeGreaterThan(10);
    expect(digest).toContain(fill(textsFor('fr').alert.and_more, { count: 2000 - shown }));
    expect(digest).toMatch(/aero\.example\/alerts["|)]/);
  });

  it('gets text from people as text: no mention, link or markup of theirs', async () => {
    const name = '<!channel> @all [x](https://evil.example) *b*';
    const body = await deliver(format, alertCard(CONSOLE, french, [alert(1, { boxName: name })]));
    for (const markup of MARKUP[format]) {
      expect(name).toContain(markup);
      expect(body).not.toContain(markup);
    }
  });
});

describe('answers', () => {
  it.each([
    [{ status: 400, text: 'invalid_payload' }, 'final', 0],
    [{ status: 404, text: 'no_service' }, 'final', 0],
    [{ status: 410, text: 'channel_is_archived' }, 'final', 0],
    [{ status: 302, headers: { location: 'http://127.0.0.1/' } }, 'final', 0],
    [{ status: 429, headers: { 'retry-after': '30' } }, 'later', 30],
    [{ status: 500, text: 'rollup_error' }, 'later', 0],
    [{ status: 200, text: 'Webhook message delivery failed with error: 429' }, 'later', 0],
  ] as const)('%j: %s', async (answer, kind, waitSeconds) => {
    chat.answers.push(answer);
    expect(await refused('slack')).toMatchObject({ kind, waitSeconds });
  });

  it('of nobody: nothing was seen', async () => {
    expect(await refused('slack', 'http://127.0.0.1:65001/x')).toMatchObject({ kind: 'unreachable' });
  });

  it('addresses inside are refused for good unless the operator lets them', async () => {
    const count = chat.received.length;
    const card = plainCard(CONSOLE, french, 'x', ['y']);
    const message = { form: 'card', subject: 'x', card } as const;
    const error = await provider(false)
      .deliver({ reference: '1.a', to: chat.address('slack'), format: 'slack', message })
      .catch((one) => one);
    expect(error).toBeInstanceOf(DeliveryError);
    expect(error.kind).toBe('final');
    expect(chat.received).toHaveLength(count);
  });
});
