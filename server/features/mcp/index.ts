import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { MakeModule, Parts } from '../../parts.ts';
import { ApiError, BadRequest, Forbidden, Unauthorized } from '../../platform/errors.ts';
import { authenticate } from '../../platform/http/callers/authenticate.ts';
import { ownRelease } from '../../platform/release.ts';
import { fitting, partQuery, pointsThatFit } from './part.ts';
import { TOOLS, type Tool } from './tools.ts';

const PATH = '/mcp';
/** Maximum size of a request, in bytes. */
const MAX_BYTES = 256 * 1024;
const INSTRUCTIONS = `AeroWatch watches the tensioners (AEROs) of railway overhead lines. Every answer is of the one client whose key this is, and nothing can be changed here. Times are UTC unless they say otherwise; strokes are in mm. Name the reasons a finding gives, and its doubt where it has one. Work on the overhead line needs its isolation: say so whenever work is planned.`;

/** Assistants read the console through MCP (Streamable HTTP, no session): the same endpoints, the same key. */
export const mcpModule: MakeModule = (parts) => ({
  name: 'mcp',
  plugin: (app) => {
    app.route({
      method: 'POST',
      url: PATH,
      config: { refusals: { method: 'POST', path: PATH }, counted: 'own' },
      bodyLimit: MAX_BYTES,
      // Before the body is read, so that strangers cannot upload anything.
      onRequest: async (request) => {
        refuseForeignPages(app, request);
        await authenticateKey(parts, app, request);
      },
      handler: (request, reply) => serve(app, request, reply),
    });
    // Nothing is pushed and there are no sessions, so there is nothing to open or close.
    app.route({
      method: ['GET', 'DELETE'],
      url: PATH,
      onRequest: postOnly,
      handler: postOnly,
    });
  },
});

async function postOnly(): Promise<never> {
  throw new ApiError(405, 'method_not_allowed', 'method_not_allowed', { Allow: 'POST' });
}

async function serve(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // The protocol no longer has batches, and one that cancels itself would wait for ever.
  if (Array.isArray(request.body)) throw new BadRequest('bad_request');
  const server = serverFor(app, request);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string') headers.set(name, value);
    const forwarded = new Request(`http://localhost${PATH}`, { method: 'POST', headers });
    const answer = await transport.handleRequest(forwarded, { parsedBody: request.body });
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? 'application/json';
    return reply.code(answer.status).header('Cache-Control', 'no-store').type(type).send(text);
  } finally {
    await server.close();
  }
}

/** Refuses pages of other origins in a browser (DNS rebinding). */
function refuseForeignPages(app: FastifyInstance, { headers }: FastifyRequest): void {
  const { origin } = headers;
  const own = app.publicUrl();
  if (origin !== undefined && (own === null || new URL(own).origin !== origin)) throw new Forbidden();
}

/**
 * Admits valid keys with the scope `read`, within the general rate limit. MCP clients send `Bearer` where the
 * API expects `Api-Key`.
 */
async function authenticateKey(
  { db, clock, config }: Parts,
  { networkLimits, callers }: FastifyInstance,
  request: FastifyRequest,
): Promise<void> {
  const header = request.headers.authorization?.replace(/^bearer\s/i, 'Api-Key ');
  if (header === undefined || !/^api-key\s/i.test(header)) {
    networkLimits.countRequest(request.ip);
    throw new Unauthorized('mcp_key');
  }
  request.headers.authorization = header;
  const viewer = await authenticate({ db, clock, sessions: config.sessions, networkLimits }, request);
  if (viewer.kind !== 'key') throw new Unauthorized('mcp_key');
  request.viewer = viewer;
  // It counts as a call; so does the endpoint that a tool reads.
  callers.count(viewer, 'GET');
  if (!viewer.scopes.includes('read')) throw new Forbidden('key_scope|read');
}

function serverFor(app: FastifyInstance, request: FastifyRequest): McpServer {
  const server = new McpServer(
    { name: 'aerowatch', version: ownRelease().version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: z.strictObject({ ...tool.input, cursor }),
        outputSchema,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      (args: Record<string, unknown>) => ask(app, request, tool, args),
    );
  return server;
}

const cursor = z
  .string()
  .regex(/^\d{1,6}$/)
  .optional()
  .describe('`next_cursor` of the answer before, for what comes after it');
/** The form of every answer: as many rows as fit, and further facts. */
const outputSchema = z.looseObject({
  results: z.array(z.record(z.string(), z.unknown())),
  next_cursor: z.string().nullable(),
  count: z.number().optional(),
});

/** Calls the endpoint with the key itself: scopes, tenancy, limits, log and audit are those of the API. */
async function ask(
  app: FastifyInstance,
  request: FastifyRequest,
  tool: Tool,
  asked: Record<string, unknown>,
) {
  const { cursor: from, ...args } = asked;
  const offset = Number(from ?? 0);
  if (Array.isArray(args.aero) && Array.isArray(args.metrics))
    args.points = pointsThatFit(args.aero.length, args.metrics.length, Number(args.points));
  const { query, skip } = partQuery(tool, args, offset);
  const answer = await app.inject({
    method: 'GET',
    url: `/api${tool.endpoint.path}`,
    query: { ...tool.fixed, ...queryOf(query) },
    remoteAddress: request.ip,
    headers: {
      authorization: String(request.headers.authorization),
      'accept-language': String(request.headers['accept-language'] ?? 'en'),
      'user-agent': `MCP ${String(request.headers['user-agent'] ?? '')}`.trim(),
    },
  });
  const body = answer.json<unknown>();
  if (answer.statusCode !== 200)
    return { isError: true, content: [{ type: 'text' as const, text: refusal(answer.statusCode, body) }] };
  const facts = tool.facts?.(body as never) ?? {};
  const limit = Number(args.limit ?? args.page_size ?? Infinity);
  const structuredContent = { ...facts, ...fitting(tool.rows(body as never), facts, offset, skip, limit) };
  return { structuredContent, content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }] };
}

function queryOf(args: Record<string, unknown>): Record<string, string> {
  const pairs = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  );
}

/** The API's error: its sentence, or the problem of each field. */
function refusal(status: number, body: unknown): string {
  const { detail, code: _code, request_id: _id, ...fields } = (body ?? {}) as Record<string, unknown>;
  const wrong = Object.keys(fields).length === 0 ? [] : [JSON.stringify(fields)];
  return `${status}: ${[...(detail === undefined ? [] : [detail]), ...wrong].join(' ')}`;
}
