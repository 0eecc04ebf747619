/** What the vault binds a webhook's secrets to. */
export const sealedSecretAs = (webhook: number): string => `webhooks.${webhook}.secret`;
