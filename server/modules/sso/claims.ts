import { SSO_ROLES, type SsoRole } from '@aerowatch/domain/access';
import { LANGUAGE_KEYS, type Language } from '@aerowatch/domain/languages';
import type { OidcConfig } from '../../config.ts';

/** A provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** The meaning of a provider's claims here. */
export interface Person {
  readonly issuer: string;
  readonly sub: string;
  /** Lower case; null when there is none, or it is not verified. */
  readonly email: string | null;
  /** As received, verified or not: for the log. */
  readonly claimed: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** Names of clients; null where no claim governs them. */
  readonly clients: readonly string[] | null;
  /** Null where no claim governs them. */
  readonly roles: readonly SsoRole[] | null;
}

const EMAIL = /^[^@\s]+@[^@\s]+$/;

/** Reads the claims by the operator's mapping. */
export function personOf(claims: Claims, settings: OidcConfig): Person {
  const claimed = textOf(claims.email).trim().toLowerCase().slice(0, 254);
  const usable = EMAIL.test(claimed) && !hasControl(claimed) && isVerified(claims);
  return {
    issuer: settings.linkedAs,
    sub: claims.sub,
    email: usable ? claimed : null,
    claimed,
    ...namesOf(claims, claimed),
    language: LANGUAGE_KEYS.find((key) => textOf(claims.locale).toLowerCase().startsWith(key)) ?? 'en',
    clients: settings.claimClient === null ? null : wordsAt(claims, settings.claimClient),
    roles: settings.claimGroups === null ? null : rolesOf(wordsAt(claims, settings.claimGroups), settings),
  };
}

/** `email_verified` of the standard; Entra states that the address belongs to a verified domain (`xms_edov`). */
function isVerified({ email_verified, xms_edov }: Claims): boolean {
  return [email_verified, xms_edov].some((said) => [true, 1, 'true', '1'].includes(said as never));
}

function namesOf(claims: Claims, email: string): { firstName: string; lastName: string } {
  const clean = (value: unknown) =>
    [...textOf(value)]
      .filter((sign) => !hasControl(sign))
      .join('')
      .trim()
      .slice(0, 150);
  const [first = '', ...rest] = clean(claims.name).split(/\s+/);
  return {
    firstName: clean(claims.given_name) || first || clean(email.split('@')[0]),
    lastName: clean(claims.family_name) || rest.join(' '),
  };
}

/** The values of a claim: a text, or a list of texts. Looked up by its name as a whole, else as a path with dots. */
export function wordsAt(claims: Claims, name: string): string[] {
  const deep = () =>
    name
      .split('.')
      .reduce<unknown>(
        (held, part) =>
          typeof held === 'object' && held !== null && Object.hasOwn(held, part)
            ? (held as Record<string, unknown>)[part]
            : undefined,
        claims,
      );
  const value = Object.hasOwn(claims, name) ? claims[name] : deep();
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '');
}

function rolesOf(names: readonly string[], { groups }: OidcConfig): SsoRole[] {
  return [...new Set(names.flatMap((name) => groups.get(name) ?? []))];
}

/** The groups here for roles of the provider. */
export function groupsOf(roles: readonly SsoRole[]): number[] {
  return roles.flatMap((role) => SSO_ROLES[role] ?? []);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const hasControl = (text: string) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
