import { createHash } from 'node:crypto';
import { type Versioned, versionOf } from '@aerowatch/contracts/version';
import type { FastifyRequest } from 'fastify';
import { PreconditionFailed } from '../errors.ts';

/**
 * `"<version>-<content>"`. The version answers If-Match: an edit by somebody else makes it stale, a new
 * measure does not. The whole answers If-None-Match, so that derived fields are never served stale.
 */
export function etagOf(body: unknown, serialized: string): string {
  const content = createHash('sha256').update(serialized).digest('base64url').slice(0, 16);
  return isVersioned(body) ? `"${versionOf(body)}-${content}"` : `"${content}"`;
}

export function isVersioned(body: unknown): body is Versioned {
  return typeof body === 'object' && body !== null && 'id' in body && 'updated_at' in body;
}

function tagsOf(header: string): string[] {
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map((match) => match[1] ?? '');
}

/**
 * Honours If-Match: call it in the transaction that changes the row, after selecting it `for update`.
 * Throws 412 when the caller saw an older version; without the header nothing is checked.
 */
export function checkIfMatch(request: FastifyRequest, resource: Versioned): void {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return;
  const version = versionOf(resource);
  if (!tagsOf(header).some((tag) => tag.split('-')[0] === version)) throw new PreconditionFailed();
}

/** Whether If-None-Match names this very answer. */
export function isUnchanged(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || tagsOf(header).some((tag) => `"${tag}"` === etag);
}
