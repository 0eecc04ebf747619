import { HOUR } from '@aerowatch/domain/durations';
import type { Clock } from './clock.ts';

/** Clock differences of the peers that send to this process. */
export interface PeerClocks {
  /** The latest time that a peer states. */
  hear(peer: string, timeMs: number): void;
  /** The median offset of the last hour, s, positive where they are ahead of us; and the number of peers. */
  middle(): { seconds: number; peers: number } | undefined;
}

/** More add no information. */
const MAX_PEERS = 5000;

/**
 * A peer that sends recent data lags by minutes, one that sends a backlog perhaps by days. None is ahead
 * except by its clock, or ours.
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
      // After a clock was set back, earlier times are in the future and are ignored.
      for (const [peer, { at }] of heard) if (at < since || at > clock.now() + HOUR) heard.delete(peer);
      const sorted = [...heard.values()].map(({ seconds }) => seconds).sort((a, b) => a - b);
      const seconds = sorted[Math.floor(sorted.length / 2)];
      return seconds === undefined ? undefined : { seconds, peers: sorted.length };
    },
  };
}
