import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitSms, smsCount, toGsm7 } from '../messages/sms-text.ts';
import { startGateway } from '../testing.ts';
import { smsProvider } from './provider-sms.ts';
import { DeliveryError } from './providers.ts';

describe('text of an SMS', () => {
  it.each([
    ['31,2\u00a0°C\u202f: au-dessus de l’été', "31,2 C : au-dessus de l'été"],
    ['forêt, noël, ça, œuvre, Ève', 'foret, noel, ca, oeuvre, Eve'],
    ['é è à ù ì ò ä ö ñ ü Ç € [x]', 'é è à ù ì ò ä ö ñ ü Ç € [x]'],
  ])('%s is said in GSM-7', (text, plain) => expect(toGsm7(text)).toBe(plain));
  it('stays as it is where GSM-7 cannot say it', () => expect(toGsm7('Москва')).toBeNull());

  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['я'.repeat(70), 1],
    ['я'.repeat(71), 2],
    ['я'.repeat(135), 3],
  ])('%# counts SMS', (text, count) => expect(smsCount(text)).toBe(count));

  it('is cut to two, the link never', () => {
    const link = 'https://console.example/alerts/123456';
    for (const text of ['mot '.repeat(200), 'слово '.repeat(60)]) {
      const fitted = fitSms(text, link, 2);
      expect(smsCount(fitted)).toBe(2);
      expect(fitted.endsWith(`... ${link}`)).toBe(true);
    }
    expect(fitSms('short', link, 2)).toBe(`short ${link}`);
  });
});

describe('gateways', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  const delivery = {
    reference: '7.abc',
    to: '+33612345678',
    message: { form: 'text', subject: 'x', text: 'Été & fils' },
  } as const;
  const last = () => gateway.requests.at(-1)!;
  const base = () => new URL(gateway.url).origin;

  it('any: a POST of JSON, credentials as Basic', async () => {
    const url = gateway.url.replace('http://', 'http://user:p%40ss@');
    expect(await smsProvider(url).deliver(delivery)).toMatch(/^SM\d+$/);
    expect(last().path).toBe('/send');
    expect(JSON.parse(last().body)).toEqual({ to: '+33612345678', text: 'Été & fils', id: '7.abc' });
    expect(last().headers.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
  });

  it('Twilio', async () => {
    await smsProvider(`twilio://AC1:tok@+15550001?api=${base()}`).deliver(delivery);
    expect(last().path).toBe('/2010-04-01/Accounts/AC1/Messages.json');
    expect(Object.fromEntries(new URLSearchParams(last().body))).toEqual({
      To: '+33612345678',
      From: '+15550001',
      Body: 'Été & fils',
    });
    expect(last().headers.authorization).toBe(`Basic ${Buffer.from('AC1:tok').toString('base64')}`);
  });

  it('OVH, signed', async () => {
    const provider = smsProvider(
      `ovh://AK:AS@sms-ab123-1?consumer_key=CK&sender=AERO&api=${base()}`,
      () => 1_700_000_000_000,
    );
    await provider.deliver(delivery);
    expect(last().path).toBe('/sms/sms-ab123-1/jobs');
    expect(JSON.parse(last().body)).toMatchObject({
      message: 'Été & fils',
      receivers: ['+33612345678'],
      sender: 'AERO',
    });
    const text = ['AS', 'CK', 'POST', `${base()}/sms/sms-ab123-1/jobs`, last().body, '1700000000'].join('+');
    expect(last().headers['x-ovh-signature']).toBe(`$1$${createHash('sha1').update(text).digest('hex')}`);
  });

  it.each([
    [400, 'final'],
    [404, 'final'],
    [408, 'later'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
  ])('an answer of %i: %s', async (status, kind) => {
    gateway.answers.push(status);
    const error = await smsProvider(gateway.url)
      .deliver(delivery)
      .catch((one) => one);
    expect(error).toBeInstanceOf(DeliveryError);
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(`HTTP ${status}`);
  });

  it('one that is not there has seen nothing', async () => {
    const error = await smsProvider('http://127.0.0.1:65001/')
      .deliver(delivery)
      .catch((one) => one);
    expect(error.kind).toBe('unreachable');
  });
});
