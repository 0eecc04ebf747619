/** Points as columns; `kind` indexes `kinds`, `alerts` above zero draws the red ring. */
export interface MapPoints {
  id: readonly number[];
  longitude: readonly number[];
  latitude: readonly number[];
  kind: readonly number[];
  alerts: readonly number[];
}
