import { type Trial, tryFault } from '../testing/trial.ts';
import { START } from '../testing.ts';

const back = (to: string): Trial => ({ days: 20, input: { fellBack: { at: START, from: '2.4.0', to } } });

tryFault('firmware_fell_back', {
  sound: { days: 20, input: { fellBack: null } },
  mild: back('2.3.9'),
  severe: back('1.0.0'),
  worst: 'watch',
  impostor: { days: 20, faults: { battery: () => 3.4 }, is: 'battery_low' },
});
