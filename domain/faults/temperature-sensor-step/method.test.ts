import { daysOf } from '../shared/days/days.ts';
import { tryFault } from '../testing/trial.ts';
import { AERO, buildMeasures } from '../testing.ts';

const twin = { aero: AERO, days: daysOf(buildMeasures(75)) };

tryFault('temperature_sensor_step', {
  sound: { input: { twin } },
  mild: {
    faults: { sensed: (m, day) => (day >= 60 ? { temperature: m.temperature! - 4 } : {}) },
    input: { twin },
  },
  severe: {
    faults: { sensed: (m, day) => (day >= 60 ? { temperature: m.temperature! - 14 } : {}) },
    input: { twin },
  },
  impostor: {
    faults: { sensed: (m, day) => (day >= 60 ? { stroke: m.stroke! + 45 } : {}) },
    input: { twin },
    is: 'stroke_sensor_step',
  },
});
