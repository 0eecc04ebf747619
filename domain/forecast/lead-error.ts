/**
 * Error of a weather forecast, in °C of a day's extreme, by lead day: assumed before any forecast was
 * compared with reality. 1.15, 1.65 and 2.65 °C at 1, 3 and 7 days, as numerical forecasts of the air at 2 m
 * err in Europe (ECMWF scores headline deviations of 1.2 to 1.5 °C at a day, 2.5 to 3 at seven). The adaptive
 * factors of `conformal` adjust it to the place.
 */
export const leadError = (lead: number): number => 0.9 + 0.25 * lead;
