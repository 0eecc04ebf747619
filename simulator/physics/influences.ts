/** Effects of the faults of an AERO on its tensioner (domain model, section 6.5). */
import { acts, daysInto, type Fault } from '../faults.ts';
import type { Influences, Tensioner } from './tensioner.ts';

const HOUR_IN_DAYS = 1 / 24;
const FRICTION_DAYS = 60;

export function soundInfluences(): Influences {
  return {
    wire: 15,
    gas: 15,
    quantity: 1,
    friction: 0.02,
    creep: 0,
    shift: 0,
    blocked: false,
    broken: false,
    outermost: Number.POSITIVE_INFINITY,
    innermost: Number.NEGATIVE_INFINITY,
  };
}

/** Sets the influences at a time; temperatures stay unchanged. */
export function influence(
  out: Influences,
  tensioner: Tensioner,
  faults: readonly Fault[],
  time: number,
): void {
  out.quantity = 1;
  out.friction = tensioner.friction;
  out.creep = 0;
  out.shift = 0;
  out.blocked = false;
  out.broken = false;
  out.outermost = Number.POSITIVE_INFINITY;
  out.innermost = Number.NEGATIVE_INFINITY;
  for (const fault of faults) {
    if (acts(fault, time)) strike(out, tensioner, fault, daysInto(fault, time));
  }
}

function strike(out: Influences, tensioner: Tensioner, fault: Fault, days: number): void {
  switch (fault.name) {
    case 'leak':
      out.quantity *= Math.max(0.02, 1 - fault.rate * days);
      break;
    case 'burst':
      out.quantity *= 1 - (1 - fault.rate) * Math.min(1, days / HOUR_IN_DAYS);
      break;
    case 'seized':
      out.blocked = fault.rate === 0 || days < fault.rate;
      break;
    case 'friction':
      out.friction += Math.max(0, fault.rate - tensioner.friction) * Math.min(1, days / FRICTION_DAYS);
      break;
    case 'creep':
      out.creep += (fault.mode === 'step' ? fault.rate : fault.rate * days) / 1000;
      break;
    case 'break':
      out.broken = true;
      break;
    case 'one-side':
      if (fault.mode === 'cold') out.innermost = -fault.rate / 1000;
      else out.outermost = fault.rate / 1000;
      break;
    case 'near-stop':
      out.shift += fault.rate * tensioner.stroke;
      break;
    default:
  }
}
