import type { ReactNode } from 'react';
import type { MapView } from './mercator.ts';
import type { MapPoints } from './points/map-points.ts';
import type { MarkerKind } from './points/point-icons.ts';

/** The properties of a map of points. */
export interface PointMapProps {
  points: MapPoints;
  kinds: readonly MarkerKind[];
  theme: 'light' | 'dark';
  language: string;
  /** Where to start; by default the map fits the points. */
  view?: MapView | null;
  /** Each new object moves the map there; without `zoom` it comes close enough for single points. */
  goTo?: { longitude: number; latitude: number; zoom?: number } | null;
  /** Texts of the map's own controls, by MapLibre's names (`NavigationControl.ZoomIn` …). */
  locale?: Record<string, string>;
  onView?: (view: MapView) => void;
  /** Called when the base map and the points have been drawn. */
  onReady?: () => void;
  onPick?: (id: number | null) => void;
  /** A click on points at one place, which no zoom separates. */
  onPickSeveral?: (ids: number[]) => void;
  /** The point whose card is open, and the content of the card. */
  picked?: number | null;
  card?: ReactNode;
  /** A click on the map away from points, for choosing a place. */
  onGround?: (place: { longitude: number; latitude: number }) => void;
  styleUrl?: string | null;
  overlayUrl?: string | null;
  label: string;
  onError?: (message: string) => void;
}
