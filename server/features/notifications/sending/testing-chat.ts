/** A chat that accepts incoming webhooks as its maker documents them, with a path for each format. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookFormat } from '@aerowatch/domain/notifications/webhook-formats';
import { z } from 'zod';

const TEAMS = z.object({
  type: z.literal('message'),
  attachments: z
    .array(
      z.object({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        content: z.object({
          type: z.literal('AdaptiveCard'),
          version: z.literal('1.4'),
          body: z.array(
            z.discriminatedUnion('type', [
              z.object({ type: z.literal('TextBlock'), text: z.string().min(1) }),
              z.object({
                type: z.literal('FactSet'),
                facts: z.array(z.object({ title: z.string(), value: z.string() })),
              }),
            ]),
          ),
          actions: z.array(z.object({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() })),
        }),
      }),
    )
    .length(1),
});
const mrkdwn = (most: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(most) });
const SLACK = z.strictObject({
  text: z.string().min(1).max(40_000),
  unfurl_links: z.boolean().optional(),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('header'),
          text: z.strictObject({
            type: z.literal('plain_text'),
            text: z.string().min(1).max(150),
            emoji: z.boolean(),
          }),
        }),
        z.strictObject({ type: z.literal('section'), text: mrkdwn(3000) }),
        z.strictObject({ type: z.literal('context'), elements: z.array(mrkdwn(3000)).max(10) }),
      ]),
    )
    .min(1)
    .max(50),
});
const MATTERMOST = z.strictObject({ text: z.string().min(1).max(16_383) });

/** Path, accepted content, size limit, and answer. */
const CHATS = {
  teams: { path: '/workflows/abc/triggers/manual/paths/invoke', schema: TEAMS, bytes: 28_000, ok: [202, ''] },
  slack: { path: '/services/T00/B00/XXXXXXXXXXXXXXXXXXXXXXXX', schema: SLACK, bytes: 1e6, ok: [200, 'ok'] },
  mattermost: { path: '/hooks/abcdefghijklmnopqrstuvwxyz', schema: MATTERMOST, bytes: 1e6, ok: [200, 'ok'] },
} as const satisfies Record<WebhookFormat, unknown>;

export interface ReceivedCard {
  readonly format: WebhookFormat;
  readonly path: string;
  readonly body: string;
}
export interface TestChat {
  readonly received: ReceivedCard[];
  /** Answers to the next posts, instead of the chat's own. */
  readonly answers: { status: number; text?: string; headers?: Record<string, string> }[];
  address(format: WebhookFormat, more?: string): string;
  stop(): Promise<void>;
}

export async function startChat(): Promise<TestChat> {
  const received: ReceivedCard[] = [];
  const answers: TestChat['answers'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    const format = (Object.keys(CHATS) as WebhookFormat[]).find((key) => path.startsWith(CHATS[key].path));
    const answer = answers.shift();
    if (answer) return void response.writeHead(answer.status, answer.headers).end(answer.text ?? '');
    if (format === undefined) return void response.writeHead(404).end('no_service');
    const { schema, bytes, ok } = CHATS[format];
    const json = request.headers['content-type'] === 'application/json';
    if (!json || Buffer.byteLength(body) > bytes || !schema.safeParse(JSON.parse(body)).success)
      return void response.writeHead(400).end('invalid_payload');
    received.push({ format, path, body });
    response.writeHead(ok[0]).end(ok[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    answers,
    address: (format, more = '') => `http://127.0.0.1:${port}${CHATS[format].path}${more}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
