import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Parts } from '../../../parts.ts';
import { Conflict } from '../../../platform/errors.ts';
import { system, type UserViewer } from '../../../platform/viewer.ts';
import { type RelyingParty, relyingParty } from './relying-party.ts';
import { notePasskeyUse, passkeyOfCredential, passkeysOf } from './store-passkeys.ts';

type Tools = Pick<Parts, 'db' | 'clock' | 'config'>;

/** The relying party of passkeys; 409 where browsers create none. */
export function partyOf({ config }: Pick<Parts, 'config'>): RelyingParty {
  const party = relyingParty(config.publicUrl);
  if (party === null) throw new Conflict('passkeys_need_domain');
  return party;
}

const described = (keys: readonly { credential_id: string; transports: string[] }[]) =>
  keys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports as AuthenticatorTransport[],
  }));

/** Options for an authenticator's answer; without a user any passkey of this console is accepted. */
export async function askPasskey(tools: Tools, userId: number | null) {
  const keys = userId === null ? [] : await passkeysOf(tools.db, system, userId);
  return generateAuthenticationOptions({
    rpID: partyOf(tools).id,
    userVerification: 'required',
    ...(keys.length === 0 ? {} : { allowCredentials: described(keys) }),
  });
}

/** Options for creating a passkey: discoverable, with user verification. */
export async function askNewPasskey(tools: Tools, viewer: UserViewer) {
  return generateRegistrationOptions({
    rpName: tools.config.title,
    rpID: partyOf(tools).id,
    userID: new TextEncoder().encode(`user ${viewer.id}`),
    userName: viewer.email,
    userDisplayName: viewer.name,
    attestationType: 'none',
    // ES256 and RS256: every authenticator supports one of them.
    supportedAlgorithmIDs: [-7, -257],
    excludeCredentials: described(await passkeysOf(tools.db, system, viewer.id)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The new passkey in an answer; undefined for an answer that does not match the challenge. */
export async function readNewPasskey(tools: Tools, response: unknown, challenge: string) {
  const { id, origin } = partyOf(tools);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
    };
  } catch {
    return undefined;
  }
}

/**
 * The user whose passkey answered the challenge, or undefined. A counter that goes back indicates a copy, and
 * is refused.
 */
export async function userOfPasskey(
  tools: Tools,
  response: unknown,
  challenge: string,
): Promise<number | undefined> {
  const answer = response as AuthenticationResponseJSON;
  if (typeof answer?.id !== 'string') return undefined;
  const key = await passkeyOfCredential(tools.db, system, answer.id);
  if (key === undefined) return undefined;
  const { id, origin } = partyOf(tools);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: Number(key.counter),
        transports: key.transports as AuthenticatorTransport[],
      },
    });
    if (!verified) return undefined;
    await notePasskeyUse(tools.db, key.id, authenticationInfo.newCounter, tools.clock.date());
    return key.user_id;
  } catch {
    return undefined;
  }
}
