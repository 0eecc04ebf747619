import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const PERIOD = 30;
/** Steps a clock may be off, either way. */
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

/** 160 random bits in base 32, as RFC 4226 section 4 wants them. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator reads: the address (otpauth://totp/…), and its picture as SVG. */
export function enrolmentOf(secret: string, email: string, title: string): { uri: string; qr: string } {
  const uri = totpOf(secret, email, title).toString();
  return { uri, qr: renderSVG(uri, { border: 2 }) };
}

/**
 * The step (Unix time over 30 s) whose code this is, with one step of drift; null for none. Whether it was
 * used before is for the caller to say, by the step.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}
