import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';

const isQuiet = ({ status }: Pick<Aero, 'status'>) => status === 'late' || status === 'silent';

/** AEROs that are late or silent while the other AERO of their box is heard more recently. */
export function stoppedAlone({ aeros }: Pick<Box, 'aeros'>): Aero[] {
  const quiet = aeros.filter(isQuiet);
  const heard = new Set(aeros.flatMap(({ status }) => (status === 'new' ? [] : [status])));
  return heard.size > 1 ? quiet : [];
}

/** When a box, or its AEROs, were last heard with a measure. */
export function lastMeasured({ aeros, last_send }: Pick<Box, 'aeros' | 'last_send'>): string | null {
  const times = aeros.flatMap((aero) => aero.last_send ?? []);
  return times.sort().at(-1) ?? last_send;
}
