/** Weather of an hour at a place, as it was told. */
export interface WeatherRecord {
  readonly latitude: number;
  readonly longitude: number;
  /** ms. */
  readonly issuedAt: number;
  readonly validAt: number;
  /** °C of the air at 2 m. */
  readonly temperature: number;
  /** W/m² on the horizontal; null: unknown. */
  readonly radiation: number | null;
}
