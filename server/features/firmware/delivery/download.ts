import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../../parts.ts';
import { sha256 } from '../../../platform/crypto/secrets.ts';
import { NotFound } from '../../../platform/errors.ts';
import { attachmentOf } from '../../../platform/http/route.ts';
import { parseRange } from './range.ts';
import { fileOfToken } from './store-claim.ts';

/** Tokens of downloads: 32 random bytes. */
const TOKEN = /^[\w-]{43}$/;

/** `GET /firmware/{token}` for boxes, whole or by ranges. An invalid token answers 404. */
export function serveDownloads({ db, clock, files }: Parts) {
  return (app: FastifyInstance): void => {
    app.get<{ Params: { token: string } }>(
      '/firmware/:token',
      { config: { counted: 'own' } },
      async (request, reply) => {
        const hash = sha256(request.params.token);
        // Boxes of one operator share few addresses, so a caller with a token is not counted as a stranger.
        app.networkLimits.checkCredentials(request.ip, hash);
        const known = TOKEN.test(request.params.token)
          ? await fileOfToken(db, hash, clock.date())
          : undefined;
        if (known === undefined) app.networkLimits.noteInvalid(request.ip);
        else app.networkLimits.noteValid(hash);
        if (known === undefined || (await files.size(known.file)) !== known.size) throw new NotFound();
        const { file, size } = known;
        const etag = `"${known.sha256}"`;
        reply.headers({
          'Accept-Ranges': 'bytes',
          'Cache-Control': 'no-store',
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': attachmentOf(`firmware-${known.version}.bin`),
          ETag: etag,
        });
        const range = rangeOf(request.headers, etag, size);
        if (range === null) return reply.code(416).header('Content-Range', `bytes */${size}`).send();
        if (range === undefined) return reply.header('Content-Length', size).send(files.read(file));
        return reply
          .code(206)
          .header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
          .header('Content-Length', range.end - range.start + 1)
          .send(files.read(file, range));
      },
    );
  };
}

/** The requested range of a file: undefined is the whole file, null a range outside it. */
function rangeOf(headers: IncomingHttpHeaders, etag: string, size: number) {
  const condition = headers['if-range'];
  const isCurrent = condition === undefined || condition === etag;
  return isCurrent ? parseRange(headers.range, size) : undefined;
}
