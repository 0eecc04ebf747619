import { HOUR } from '@aerowatch/domain/durations';
import type { Clock } from './clock.ts';

/** How far the clocks of those who write to this process are from ours. */
export interface PeerClocks {
  /** The latest time that a peer says it knows. */
  hear(peer: string, timeMs: number): void;
  /** The middle one of the last hour, s, positive where they are ahead of us; and how many spoke. */
  middle(): { seconds: number; peers: number } | undefined;
}

/** More say nothing more. */
const MAX_PEERS = 5000;

/**
 * A peer that writes what it knew lately is behind us by minutes, one that writes what it kept may be behind
 * by days. None is ahead but by its clock, or by ours.
 */
export function makePeerClocks(clock: Clock): PeerClocks {
  const heard = new Map<string, { seconds: number; at: number }>();
  return {
    hear(peer, timeMs) {
      const at = clock.now();
      heard.delete(peer);
      heard.set(peer, { seconds: (timeMs - at) / 1000, at });
      const [oldest] = heard.keys();
      if (heard.size > MAX_PEERS && oldest !== undefined) heard.delete(oldest);
    },
    middle() {
      const since = clock.now() - HOUR;
      // A clock set back makes what was heard lie ahead: that says nothing of now.
      for (const [peer, { at }] of heard) if (at < since || at > clock.now() + HOUR) heard.delete(peer);
      const sorted = [...heard.values()].map(({ seconds }) => seconds).sort((a, b) => a - b);
      const seconds = sorted[Math.floor(sorted.length / 2)];
      return seconds === undefined ? undefined : { seconds, peers: sorted.length };
    },
  };
}
