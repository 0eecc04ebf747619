import { SSO_ROLES, type SsoRole } from '@aerowatch/domain/access';
import { LANGUAGE_KEYS, type Language } from '@aerowatch/domain/languages';
import { foldEmail } from '@aerowatch/domain/validation';
import type { OidcConfig } from '../../config.ts';

/** A provider's claims about a person. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** The meaning of a provider's claims here. */
export interface Person {
  readonly issuer: string;
  readonly sub: string;
  /** Lower case; null when there is none, or it is not verified. */
  readonly email: string | null;
  /** As received, verified or not, for the log. */
  readonly claimed: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** Names of clients; null where no claim governs them. */
  readonly clients: readonly string[] | null;
  /** Null where no claim governs them. */
  readonly roles: readonly SsoRole[] | null;
}

/** As everywhere here: printable ASCII, so that no letter can imitate another. */
const EMAIL = /^[!-?A-~]+@[!-?A-~]+$/;

/** Reads the claims by the operator's mapping. */
export function personOf(claims: Claims, settings: OidcConfig): Person {
  const claimed = foldEmail(textOf(claims.email).trim()).slice(0, 254);
  const usable = EMAIL.test(claimed) && isVerified(claims);
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

type Document = Readonly<Record<string, unknown>>;
/** `email_verified` of the standard; Entra states that the address belongs to a verified domain (`xms_edov`). */
const statements = ({ email_verified, xms_edov }: Document) =>
  [email_verified, xms_edov].filter((said) => said !== undefined && said !== null);
const isYes = (said: unknown) => [true, 1, 'true', '1'].includes(said as never);

/** At least one statement confirms it, and none denies it. */
function isVerified(claims: Document): boolean {
  const said = statements(claims);
  return said.length > 0 && said.every(isYes);
}

/**
 * The merged claims of ID token and userinfo; for each claim the first document that has it wins. E-mail and
 * its verification come from one document: the first that states both, else the first with either, because a
 * statement about one address does not verify another. A document that denies the verification wins. Throws
 * where `sub` is empty.
 */
export function joined(documents: readonly [Claims, ...Document[]]): Claims {
  const [first] = documents;
  // An identity without a subject could be anybody.
  if (typeof first.sub !== 'string' || first.sub.trim() === '') throw new Error('empty sub');
  const own = documents.find((one) => one.email !== undefined && statements(one).length > 0) ?? first;
  const denied = documents.some((one) => statements(one).some((said) => !isYes(said)));
  const { email } = own;
  const address = { email, email_verified: !denied && isVerified(own), xms_edov: undefined };
  return { ...Object.assign({}, ...documents.toReversed()), ...address } as Claims;
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

/**
 * The values of a claim: a text, or a list of texts. Looked up first by its complete name, then as a path
 * with dots.
 */
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

/** The groups that correspond to roles of the provider. */
export function groupsOf(roles: readonly SsoRole[]): number[] {
  return roles.flatMap((role) => SSO_ROLES[role] ?? []);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const hasControl = (text: string) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/u.test(text);
