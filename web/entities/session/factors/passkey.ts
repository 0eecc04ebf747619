type Options = Record<string, unknown>;

/** Browsers create and use passkeys for a host name, not for an IP address: 127.0.0.1, [::1]. */
const isName = (host: string): boolean => !/^(?:[\d.]+|\[.*\])$/.test(host);

/** Whether this browser can use passkeys here: `origin` is the site they belong to; null if unknown. */
export const canUsePasskeys = (origin: string | null): boolean =>
  'PublicKeyCredential' in window &&
  (origin === null ? isName(window.location.hostname) : origin === window.location.origin);

/** Asks an authenticator to answer; null when the user cancelled, or none fits. */
export async function answerPasskey(options: Options): Promise<Options | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    return (await startAuthentication({ optionsJSON: options as never })) as unknown as Options;
  } catch {
    return null;
  }
}

/** Lets an authenticator create a passkey; null if none was created. */
export async function makePasskey(options: Options): Promise<Options | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    return (await startRegistration({ optionsJSON: options as never })) as unknown as Options;
  } catch {
    return null;
  }
}
