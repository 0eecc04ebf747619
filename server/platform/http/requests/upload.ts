import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError, BadRequest, PayloadTooLarge } from '../../errors.ts';
import type { UploadedFile } from '../route.ts';

export interface Upload {
  readonly file: UploadedFile;
  /** The other parts, as text. */
  readonly fields: Record<string, string>;
  readonly remove: () => Promise<void>;
}

/**
 * Streams a multipart body: its file through `allowed` to the disk, counted and hashed on the way; its fields
 * as text.
 */
export async function receiveUpload(
  request: FastifyRequest,
  want: { field: string; maxBytes: number },
  allowed: Transform,
): Promise<Upload> {
  if (!request.isMultipart()) throw new ApiError(415, 'unsupported_media_type');
  const folder = await mkdtemp(join(tmpdir(), 'aerowatch-upload-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const fields: Record<string, string> = {};
    let file: UploadedFile | undefined;
    const parts = request.parts({
      limits: {
        fileSize: want.maxBytes,
        files: 1,
        fields: 30,
        fieldSize: 64 * 1024,
        parts: 40,
        headerPairs: 50,
      },
    });
    for await (const part of parts) {
      if (part.type === 'field')
        Object.defineProperty(fields, part.fieldname, {
          value: textOf(part),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else if (part.fieldname !== want.field) {
        part.file.resume();
        throw new BadRequest({ [part.fieldname]: ['unknown_field'] });
      } else file = await saveTo(join(folder, 'file'), part, want.maxBytes, allowed);
    }
    if (file === undefined) throw new BadRequest({ [want.field]: ['file_required'] });
    if (file.size === 0) throw new BadRequest({ [want.field]: ['file_empty'] });
    return { file, fields, remove };
  } catch (error) {
    await remove();
    throw refusalOf(error, want);
  }
}

function textOf(part: Multipart & { type: 'field' }): string {
  if (part.valueTruncated) throw new BadRequest({ [part.fieldname]: ['max_length|65536'] });
  return String(part.value);
}

async function saveTo(
  path: string,
  part: Multipart & { type: 'file' },
  maxBytes: number,
  allowed: Transform,
): Promise<UploadedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(part.file, allowed, count, createWriteStream(path, { mode: 0o600 }));
  if (part.file.truncated) throw new PayloadTooLarge(`payload_too_large|${maxBytes}`);
  return { path, filename: part.filename, mimetype: part.mimetype, size, sha256: hash.digest('hex') };
}

/** Errors of the multipart parser are the request's: too large, or incomplete. */
function refusalOf(error: unknown, want: { field: string; maxBytes: number }): unknown {
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new PayloadTooLarge(`payload_too_large|${want.maxBytes}`);
  if (code === 'FST_FILES_LIMIT') return new BadRequest({ [want.field]: ['one_file'] });
  if (code?.startsWith('FST_') === true) return new BadRequest('bad_request');
  const text = error instanceof Error ? error.message : '';
  if (/Unexpected end|Premature close|aborted|Malformed|boundary|part terminated|Part terminated/i.test(text))
    return new BadRequest({ [want.field]: ['file_truncated'] });
  return error;
}
