import { translateMessage } from '@aerowatch/i18n/translate-message';
import { expect, it } from 'vitest';
import { makeOutbound, OutboundError } from '../../platform/http/outbound.ts';
import { unreached } from './unreached.ts';

const inFrench = (error: Error) => translateMessage(unreached(error), 'fr');

it.each([
  ['ECONNREFUSED', 'Le service n’accepte aucune connexion'],
  ['ENOTFOUND', 'Le nom d’hôte du service est introuvable (DNS)'],
  ['ENETUNREACH', 'Aucune route ne mène au service'],
  ['ECONNRESET', 'Le service a coupé la connexion sans répondre'],
  ['CERT_HAS_EXPIRED', 'Le certificat du service n’est pas accepté (CERT_HAS_EXPIRED)'],
  ['EPROTO', 'Le service est injoignable (EPROTO)'],
])('%s is told in the reader’s language as a whole', (code, sentence) =>
  expect(inFrench(new OutboundError('broken', `connect ${code} 192.0.2.1:443`, code))).toBe(sentence),
);

it('a slow service is told with how long it was waited for', () =>
  expect(inFrench(new OutboundError('broken', 'no answer within 10 s'))).toBe(
    'Le service n’a pas répondu en 10 s',
  ));

it('the code is that of the connection', async () => {
  const outbound = makeOutbound({ allowPrivate: true });
  const error = await outbound.get('http://127.0.0.1:1/', {}).catch((one: Error) => one);
  expect(inFrench(error as Error)).toBe('Le service n’accepte aucune connexion');
});
