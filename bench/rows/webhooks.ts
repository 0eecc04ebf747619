/** From finding to order to maintenance system and back, despite all faults on the way. */

import { expectedCounts, roundTrip } from '@aerowatch/server/features/webhooks/testing-cmms';
import { startTestServer } from '../../testing/start-test-server.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';

const FINDINGS = 1000;
/** Calls that find the system unavailable: with growing pauses an hour of absence is about as many. */
const AWAY = 25;

export const webhooks: Row = {
  name: 'webhooks',
  async run() {
    const server = await startTestServer({
      env: { ROLES: 'web', WEBHOOK_PRIVATE: 'true' },
      checkAnswers: false,
    });
    try {
      const { orders, once, calls, precision, seconds } = await roundTrip(server, FINDINGS, AWAY);
      const { open, ...counts } = precision;
      const right =
        open === 0 && JSON.stringify(sorted(counts)) === JSON.stringify(sorted(expectedCounts(FINDINGS)));
      const shown = (what: string, value: number): Finding => ({ what, value, unit: 's', verdict: 'shown' });
      return [
        {
          what: `${FINDINGS} orders at a maintenance system that is away, answers 500, hangs and loses answers: there once`,
          value: once,
          unit: `of ${orders}`,
          target: 'each once',
          verdict: judged(once === FINDINGS && orders === FINDINGS),
          note: `${calls} calls`,
        },
        {
          what: `${FINDINGS} verdicts back by key, each sent twice: counted`,
          value: precision.named,
          unit: 'verdicts',
          target: 'each once',
          verdict: judged(right),
        },
        shown('orders made in one call', seconds.create),
        shown('all delivered, pauses a thousandth as long', seconds.deliver),
        shown('verdicts taken in', seconds.verdicts),
      ];
    } finally {
      await server.stop();
    }
  },
};

const sorted = (counts: object) => Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));
