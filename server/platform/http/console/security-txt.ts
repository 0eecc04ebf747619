import { DAY } from '@aerowatch/domain/durations';
import type { FastifyInstance } from 'fastify';

/** RFC 9116 requires less than a year. */
const DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116): the contact for vulnerabilities. Not served without a contact. */
export function serveSecurityText(
  app: FastifyInstance,
  { contact, publicUrl }: { readonly contact: string | null; readonly publicUrl: () => string | null },
): void {
  if (contact === null) return;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const address = publicUrl();
    const until = new Date(Math.ceil(Date.now() / DAY) * DAY + DAYS * DAY);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${until.toISOString()}`,
      'Preferred-Languages: en, fr',
      ...(address === null ? [] : [`Canonical: ${address}/.well-known/security.txt`]),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
