import { Transform } from 'node:stream';

/** How long a check of rights stays valid between pieces, ms. */
const HOLDS_MS = 500;

/** Passes on the pieces of a stream as long as the caller has the right: checked again between them. */
export function whileAllowed(ask: () => Promise<void>): Transform {
  let asked = performance.now();
  return new Transform({
    highWaterMark: 1 << 18,
    transform(piece, _encoding, done) {
      if (performance.now() - asked < HOLDS_MS) return done(null, piece);
      ask().then(() => {
        asked = performance.now();
        done(null, piece);
      }, done);
    },
  });
}
