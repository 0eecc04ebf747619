import { tryFault } from '../testing/trial.ts';

tryFault('icing', {
  mild: {
    faults: { colder: (day) => (day > 49.5 ? 13 + (day % 3) : 0), ices: (day) => day > 49.5 },
    days: 58.4,
    aero: { conductor_type: 'messenger', mechanical_tension: 2400 },
  },
  severe: { faults: { colder: (day) => (day > 49.5 && day < 57 ? 24 : 6), seizedFrom: 50 }, days: 54 },
  impostor: {
    faults: { colder: (day) => (day > 49.5 ? 13 + (day % 3) : 0), end: 270 },
    days: 58.4,
    aero: { conductor_type: 'messenger', mechanical_tension: 2400 },
    is: null,
  },
});
