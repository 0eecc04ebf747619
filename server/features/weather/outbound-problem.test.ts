import { translateMessage } from '@aerowatch/i18n/translate-message';
import { expect, it } from 'vitest';
import { makeOutbound, OutboundError } from '../../platform/http/outbound/outbound.ts';
import { outboundProblemOf } from './outbound-problem.ts';

const inFrench = (error: Error) => translateMessage(outboundProblemOf(error), 'fr');

it.each([
  ['ECONNREFUSED', 'Le service n’accepte aucune connexion'],
  ['ENOTFOUND', 'Le nom d’hôte du service est introuvable (DNS)'],
  ['ENETUNREACH', 'Aucune route ne mène au service'],
  ['ETIMEDOUT', 'Le service n’a pas répondu à la tentative de connexion'],
  ['ECONNRESET', 'Le service a coupé la connexion sans répondre'],
  ['CERT_HAS_EXPIRED', 'Le certificat du service n’est pas accepté (CERT_HAS_EXPIRED)'],
  ['EPROTO', 'Le service est injoignable (EPROTO)'],
])('%s is told in the reader’s language as a whole', (code, sentence) =>
  expect(inFrench(new OutboundError('broken', `connect ${code} 192.0.2.1:443`, code))).toBe(sentence),
);

it.each([
  [
    'refused',
    /^The address of the service cannot be called/,
    /^L’adresse du service ne peut pas être appelée/,
  ],
  ['broken', /^The connection to the service broke off$/, /^La connexion au service s’est interrompue$/],
  [
    'unreachable',
    /^No connection to the service could be made$/,
    /^Aucune connexion au service n’a pu être établie$/,
  ],
] as const)('%s without a code has a sentence of its own', (kind, english, french) => {
  const error = new OutboundError(kind, 'it did not work');
  expect(translateMessage(outboundProblemOf(error), 'en')).toMatch(english);
  expect(inFrench(error)).toMatch(french);
});

it('an address that may not be called is not a refused connection', async () => {
  const outbound = makeOutbound({ allowPrivate: true });
  const error = await outbound.get('http://name:password@127.0.0.1:1/', {}).catch((one: Error) => one);
  expect(inFrench(error as Error)).toMatch(/^L’adresse du service ne peut pas être appelée/);
});

it('an error of another kind shows no word of a program', () =>
  expect(inFrench(new TypeError('x is not a function'))).toBe('La connexion au service s’est interrompue'));

it('of several addresses, that one refuses is told, though another leads nowhere', async () => {
  const outbound = makeOutbound({
    allowPrivate: true,
    // 2001:db8:: is for documentation: no route, or no answer within Node's 250 ms.
    resolve: (_host, _options, done) =>
      done(null, [
        { address: '2001:db8::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]),
  });
  const error = await outbound.get('http://weather.example:1/', {}).catch((one: Error) => one);
  expect(inFrench(error as Error)).toBe('Le service n’accepte aucune connexion');
});

it('a slow service is told with how long it was waited for', () =>
  expect(inFrench(new OutboundError('broken', 'no answer within 10 s'))).toBe(
    'Le service n’a pas répondu en 10 s',
  ));

it('the code is that of the connection', async () => {
  const outbound = makeOutbound({ allowPrivate: true });
  const error = await outbound.get('http://127.0.0.1:1/', {}).catch((one: Error) => one);
  expect(inFrench(error as Error)).toBe('Le service n’accepte aucune connexion');
});
