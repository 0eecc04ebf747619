import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserViewer } from '../../platform/viewer.ts';

/** Who changes users, and by which call. */
export interface By {
  readonly viewer: UserViewer;
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: Pick<FastifyReply, 'header'>;
}
