import { isIP } from 'node:net';

/** The relying party of passkeys: WebAuthn requires a domain, over TLS or on this machine. */
export interface RelyingParty {
  /** The domain. */
  readonly id: string;
  readonly origin: string;
}

/**
 * From the console's public address; null where browsers create no passkeys: an IP address, or a domain
 * without TLS. A console only for this machine is `localhost`.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, port } = new URL(publicUrl);
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  if (local) return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  if (protocol !== 'https:' || isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  return { id: hostname, origin: new URL(publicUrl).origin };
}
