import { featureText, type PackedPoints } from './feature-text.ts';

/** Writes points as a document that the map's own worker reads: the page itself touches none of them. */
self.onmessage = ({ data }: MessageEvent<{ turn: number; points: PackedPoints }>) => {
  const blob = new Blob([featureText(data.points)], { type: 'application/geo+json' });
  self.postMessage({ turn: data.turn, blob });
};
