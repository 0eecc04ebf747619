import type { MakeModule } from '../../parts.ts';
import { transaction } from '../../platform/database/db.ts';
import { DIAGNOSED_CHANNEL } from '../diagnostics/store.ts';
import { FORECAST_CHANNEL } from '../forecast/issue/store-issue.ts';
import { judgeForecasts } from './judging/forecasts.ts';
import { judgeDiagnosed } from './judging/judge-diagnoses.ts';
import { judgeDue } from './judging/judging.ts';
import { judgeSilence } from './judging/silence/silence.ts';
import { noteListening } from './judging/silence/store-silence.ts';
import { followScopes, SCOPES_CHANNEL } from './rules/store-follow-scopes.ts';
import { makeReadyMade } from './rules/store-ready-made.ts';

export { alertsModule } from './alerts/index.ts';
export { supervisorsModule } from './rules/index.ts';
export { silencesModule } from './silences/index.ts';

/** Notified by ingest in the transaction that marks AEROs as due. */
export const DUE_CHANNEL = 'aero_due';
/** Loops per process: while one waits for the database the other computes. */
const LOOPS = 2;

/** How often boxes are checked for silence, and the listening time is recorded. */
const SILENCE_MS = 15_000;
const LISTENING_MS = 15_000;
/** How often changes are looked for without a notification. */
const FOLLOW_MS = 60_000;

export const alertingModule: MakeModule = ({ db, clock, jobs, broker }) => ({
  name: 'alerting',
  worker: () => {
    const stops = Array.from({ length: LOOPS }, (_, i) =>
      jobs.loop({
        name: `judging ${i + 1}`,
        channel: DUE_CHANNEL,
        everyMs: 1000,
        run: async () => (await judgeDue(db, clock.now())).aeros,
      }),
    );
    const diagnosed = jobs.loop({
      name: 'judging diagnoses',
      channel: DIAGNOSED_CHANNEL,
      everyMs: 10_000,
      run: () => judgeDiagnosed(db, clock.now()),
    });
    const forecasts = jobs.loop({
      name: 'judging forecasts',
      channel: FORECAST_CHANNEL,
      everyMs: 10_000,
      run: () => judgeForecasts(db, clock.now()),
    });
    const silence = jobs.loop({
      name: 'judging silence',
      everyMs: SILENCE_MS,
      run: () => judgeSilence(db, clock.now()),
    });
    const followed = jobs.loop({
      name: 'following tags and clients',
      channel: SCOPES_CHANNEL,
      everyMs: FOLLOW_MS,
      run: () => transaction(db, followScopes),
    });
    return async () => {
      await Promise.all([...stops, diagnosed, forecasts, silence, followed].map((stop) => stop()));
    };
  },
  onClientMade: (trx, client) => makeReadyMade(trx, client),
  // Silence is judged only while the broker listens.
  ingest: () => {
    let started = true;
    return jobs.loop({
      name: 'listening',
      everyMs: LISTENING_MS,
      run: async () => {
        if (broker.port() === null && broker.tlsPort() === null && broker.connections() === 0) return 0;
        await noteListening(db, clock.now(), started);
        started = false;
        return 0;
      },
    });
  },
});
