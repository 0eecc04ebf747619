import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const PERIOD = 30;
/** Steps by which a clock may be off in either direction. */
const DRIFT = 1;

const totpOf = (secret: string, label?: string, issuer?: string) =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: PERIOD,
    algorithm: 'SHA1',
    ...(label === undefined ? {} : { label }),
    ...(issuer === undefined ? {} : { issuer }),
  });

/** 160 random bits in base 32, as RFC 4226 section 4 requires. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The URI an authenticator reads (otpauth://totp/…), and its QR code as SVG. */
export function enrolmentOf(secret: string, email: string, title: string): { uri: string; qr: string } {
  const uri = totpOf(secret, email, title).toString();
  return { uri, qr: renderSVG(uri, { border: 2 }) };
}

/**
 * The step (Unix time over 30 s) of this code, with one step of drift; null for none. The caller must check
 * by the step whether it was used before.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}
