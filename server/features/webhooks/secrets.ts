/** The context that the encryption of a webhook's secrets is bound to. */
export const sealedSecretAs = (webhook: number): string => `webhooks.${webhook}.secret`;
