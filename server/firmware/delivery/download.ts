import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../parts.ts';
import { sha256 } from '../../platform/crypto/secrets.ts';
import { NotFound } from '../../platform/errors.ts';
import { parseRange } from './range.ts';
import { fileOfToken } from './store-claim.ts';

/** `GET /firmware/{token}` for boxes: whole or by ranges. Whatever does not open answers 404. */
export function serveDownloads({ db, clock, files }: Parts) {
  return (app: FastifyInstance): void => {
    app.get<{ Params: { token: string } }>('/firmware/:token', async (request, reply) => {
      const { token } = request.params;
      const known = /^[\w-]{43}$/.test(token)
        ? await fileOfToken(db, sha256(token), clock.date())
        : undefined;
      if (known === undefined || (await files.size(known.file)) !== known.size) throw new NotFound();
      const etag = `"${known.sha256}"`;
      reply.headers({
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'no-store',
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="firmware-${known.version}.bin"`,
        ETag: etag,
      });
      const condition = request.headers['if-range'];
      const range =
        condition === undefined || condition === etag
          ? parseRange(request.headers.range, known.size)
          : undefined;
      if (range === null) return reply.code(416).header('Content-Range', `bytes */${known.size}`).send();
      if (range === undefined) return reply.header('Content-Length', known.size).send(files.read(known.file));
      return reply
        .code(206)
        .header('Content-Range', `bytes ${range.start}-${range.end}/${known.size}`)
        .header('Content-Length', range.end - range.start + 1)
        .send(files.read(known.file, range));
    });
  };
}
