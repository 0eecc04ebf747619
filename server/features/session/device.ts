import { newSecret } from '../../platform/crypto/secrets.ts';
import type { Vault } from '../../platform/crypto/vault.ts';

const SEALED_AS = 'session.device';
/** Maximum number of users remembered for a shared browser. */
const MAX_USERS = 10;

/**
 * A browser that somebody signed in with: it grants no rights, but has its own attempts while strangers
 * guess.
 */
export interface Device {
  readonly id: string;
  /** Users who signed in with it, the last one first. */
  readonly users: readonly number[];
}

/** The device of a sent token; undefined for none, a forged one, or one of another installation. */
export function readDevice(vault: Vault, sealed: string | undefined): Device | undefined {
  if (sealed === undefined) return undefined;
  try {
    return JSON.parse(vault.open(sealed, SEALED_AS)) as Device;
  } catch {
    return undefined;
  }
}

/** The token that the browser keeps. */
export function sealDevice(vault: Vault, device: Device | undefined, user: number): string {
  const id = device?.id ?? newSecret().slice(0, 16);
  const users = [user, ...(device?.users ?? []).filter((one) => one !== user)].slice(0, MAX_USERS);
  return vault.seal(JSON.stringify({ id, users } satisfies Device), SEALED_AS);
}
