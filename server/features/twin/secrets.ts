import { type BoxConfiguration, SECRET_KEYS } from '@aerowatch/domain/box/box-configuration';
import type { Vault } from '../../platform/crypto/vault.ts';

/** A configuration as stored: secrets are encrypted, bound to their box, document and field. */
export type SealedConfiguration = Readonly<Record<string, unknown>>;
export type Side = 'desired' | 'reported';

const place = (boxId: number, side: Side, field: string) => `box:${boxId}:${side}:${field}`;

function overSecrets(
  configuration: Readonly<Record<string, unknown>>,
  change: (value: string, key: string) => string,
) {
  const result: Record<string, unknown> = { ...configuration };
  for (const key of SECRET_KEYS) {
    const value = configuration[key];
    // An empty text stays empty: there is nothing to hide.
    if (typeof value === 'string' && value !== '') result[key] = change(value, key);
  }
  return result;
}

/** Encrypts the secrets of a configuration for storing. */
export function sealSecrets(
  vault: Vault,
  boxId: number,
  side: Side,
  clear: Partial<BoxConfiguration>,
): SealedConfiguration {
  return overSecrets(clear, (value, key) => vault.seal(value, place(boxId, side, key)));
}

/** The same secrets, encrypted with the first key of the vault. */
export function resealSecrets(
  vault: Vault,
  boxId: number,
  side: Side,
  sealed: SealedConfiguration,
): SealedConfiguration {
  return overSecrets(sealed, (value, key) => vault.reseal(value, place(boxId, side, key)));
}

/** The same with secrets in clear: for comparing, for the box itself, for privileged users. */
export function openSecrets(
  vault: Vault,
  boxId: number,
  side: Side,
  sealed: SealedConfiguration,
): BoxConfiguration {
  return overSecrets(sealed, (value, key) => vault.open(value, place(boxId, side, key))) as BoxConfiguration;
}
