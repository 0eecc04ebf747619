import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../../errors.ts';
import { pageBelow } from './base-path.ts';

/**
 * The built web console: hashed assets are cached for ever, everything else is revalidated. Any other path
 * that a browser opens is a screen of the console, which itself reports a missing one.
 */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  basePath: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: ['index.html'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = /[\\/]assets[\\/]/.test(path);
        reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const sendPage = (reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-cache');
    if (basePath === '') return reply.sendFile('index.html');
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    return reply.type('text/html; charset=utf-8').send(pageBelow(basePath, page));
  };
  if (built && basePath !== '')
    for (const path of ['/', '/index.html']) app.get(path, (_request, reply) => sendPage(reply));
  return (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/\.[a-z0-9]{1,8}$/i.test(path) &&
      !path.startsWith('/assets/');
    if (!isScreen || !built) throw new NotFound();
    return sendPage(reply);
  };
}
