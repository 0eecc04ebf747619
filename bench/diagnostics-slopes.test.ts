/**
 * Compares the slopes of published figures with diagnoses, from the simulator's wire through the server's
 * API.
 */
import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { diagnosticsModule } from '@aerowatch/server/features/diagnostics/index';
import { diagnoseDue } from '@aerowatch/server/features/diagnostics/worker';
import { ingest } from '@aerowatch/server/features/measures/testing';
import { generateFleet } from '@aerowatch/simulator/fleet/fleet';
import { historyOf } from '@aerowatch/simulator/history';
import { CONDUCTORS } from '@aerowatch/simulator/physics/conductors';
import { Weather } from '@aerowatch/simulator/weather/weather';
import { expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const server = await testServer({
  modules: [(parts) => ({ ...diagnosticsModule(parts), worker: () => () => undefined })],
});

const DAYS = 60;
const FROM = Date.UTC(2026, 8, 1);
const { stiffness, tension, expansion } = CONDUCTORS.railwayWire;

/** A box of the simulator with a copper wire of this length. */
function boxOf(length: number) {
  const [box] = generateFleet({ boxes: 1, seed: 5, prefix: `SL${length}`, tramEvery: 0 });
  const aero = box!.aeros[0]!;
  const tensioner = { ...aero.tensioner, length, stiffness, expansion, force: tension * 10, stroke: 1000 };
  return {
    ...box!,
    aeros: [{ ...aero, model_type: 2 as const, tensioner: { ...tensioner, middle: 500, sign: 1 as const } }],
  };
}

it.each([
  // India's railways: 12.75 mm/°C at 750 m. An independent calculator: 952 mm for 70 °C at 800 m.
  [750, 12.75],
  [800, 952 / 70],
])(
  'a wire of %d m moves by the published %d mm/°C, less friction and the give of the gas',
  async (length, published) => {
    const box = boxOf(length);
    const client = (await server.createClient()).id;
    const stored = await server.createBox({
      client,
      latitude: box.latitude,
      aeros: [
        {
          model_type: 2,
          conductor_type: 'wire',
          mechanical_tension: tension,
          regularized_length: length,
          expansion_coefficient: null,
        },
      ],
    });
    for (const { message } of historyOf(box, FROM, FROM + DAYS * DAY - 1, { weather: new Weather(11) })) {
      const columns = message.aeros[0]!;
      let at = columns.t0;
      await ingest(
        server,
        stored.serial,
        1,
        columns.dt.map((step, i) => {
          at += step;
          return { at, ...Object.fromEntries(METRIC_KEYS.map((metric) => [metric, columns[metric]?.[i]])) };
        }),
      );
    }
    // As after the backlog of a box that was silent for a while.
    await server.db
      .updateTable('measure_latest')
      .set({ received_at: new Date(Date.now() - 60_000) })
      .execute();
    while ((await diagnoseDue(server.db)) > 0);
    const { body } = await server.admin.api.get(`/diagnostics/?box=${stored.id}`);
    const health = body.results[0].findings.find(({ key }: { key: string }) => key === 'health_ratio');
    expect(health.details.theory).toBeCloseTo(published, 6);
    expect(health.details.of).toBe('nights');
    // Friction and the compliance of the gas reduce the slope by a few percent below α·L (docs/domain.md,
    // "Stroke").
    expect(health.details.slope / published).toBeGreaterThan(0.92);
    expect(health.details.slope / published).toBeLessThan(1.05);
    expect(health.value).toBeCloseTo(health.details.slope / published, 6);
    expect(health.verdict).toBe('good');
  },
);
