import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MakeModule, Parts } from '../../parts.ts';
import { ApiError, BadRequest, Forbidden, Unauthorized } from '../../platform/errors.ts';
import { authenticate } from '../../platform/http/authenticate.ts';
import { TOOLS, type Tool } from './tools.ts';

const PATH = '/mcp';
/** Size of a request, in bytes. */
const MAX_BYTES = 256 * 1024;
const INSTRUCTIONS = `AeroWatch watches the tensioners (AEROs) of railway overhead lines. Every answer is of the one client whose key this is, and nothing can be changed here. Times are UTC unless they say otherwise; strokes are in mm. Name the reasons a finding gives, and its doubt where it has one. Work on the overhead line needs its isolation: say so whenever work is planned.`;

/** Assistants read the console through MCP (Streamable HTTP, no session): the same endpoints, the same key. */
export const mcpModule: MakeModule = (parts) => ({
  name: 'mcp',
  plugin: (app) => {
    app.route({
      method: 'POST',
      url: PATH,
      config: { refusals: { method: 'POST', path: PATH } },
      bodyLimit: MAX_BYTES,
      // Before the body is read: strangers upload nothing.
      onRequest: async (request) => {
        refuseForeignPages(app, request);
        await authenticateKey(parts, request);
      },
      handler: (request, reply) => serve(app, request, reply),
    });
    // Nothing is pushed and there are no sessions, so there is nothing to open or to end.
    app.route({
      method: ['GET', 'DELETE'],
      url: PATH,
      handler: () => {
        throw new ApiError(405, 'method_not_allowed', 'method_not_allowed', { Allow: 'POST' });
      },
    });
  },
});

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

/** Pages of another origin in a browser may not call it (DNS rebinding). */
function refuseForeignPages(app: FastifyInstance, { headers }: FastifyRequest): void {
  const { origin } = headers;
  const own = app.publicUrl();
  if (origin !== undefined && (own === null || new URL(own).origin !== origin)) throw new Forbidden();
}

/** Admits valid keys with the scope `read`. MCP clients say `Bearer` where the API says `Api-Key`. */
async function authenticateKey({ db, clock, config }: Parts, request: FastifyRequest): Promise<void> {
  const header = request.headers.authorization?.replace(/^bearer\s/i, 'Api-Key ');
  if (header === undefined || !/^api-key\s/i.test(header)) throw new Unauthorized('mcp_key');
  request.headers.authorization = header;
  const viewer = await authenticate({ db, clock, sessions: config.sessions }, request);
  if (viewer.kind !== 'key') throw new Unauthorized('mcp_key');
  request.viewer = viewer;
  if (!viewer.scopes.includes('read')) throw new Forbidden('key_scope|read');
}

function serverFor(app: FastifyInstance, request: FastifyRequest): McpServer {
  const server = new McpServer({ name: 'aerowatch', version: '1.0.0' }, { instructions: INSTRUCTIONS });
  for (const tool of TOOLS)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      (args: Record<string, unknown>) => ask(app, request, tool, args),
    );
  return server;
}

/** Calls the endpoint with the key itself: scopes, tenancy, limits, log and audit are those of the API. */
async function ask(app: FastifyInstance, request: FastifyRequest, tool: Tool, args: Record<string, unknown>) {
  const answer = await app.inject({
    method: 'GET',
    url: `/api${tool.endpoint.path}`,
    query: { ...tool.fixed, ...queryOf(args) },
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
  const shown = tool.shape === undefined ? body : tool.shape(body);
  const structuredContent = (Array.isArray(shown) ? { results: shown } : shown) as Record<string, unknown>;
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
  const { detail, code: _, ...fields } = (body ?? {}) as { detail?: string; code?: string };
  const wrong = Object.keys(fields).length === 0 ? [] : [JSON.stringify(fields)];
  return `${status}: ${[...(detail === undefined ? [] : [detail]), ...wrong].join(' ')}`;
}
