/**
 * By how much a weather forecast errs, in °C of a day's extreme, by lead day: what is assumed before any was held
 * against what came. 1.15, 1.65 and 2.65 °C at 1, 3 and 7 days, as numerical forecasts of the air at 2 m err in
 * Europe (ECMWF scores headline deviations of 1.2 to 1.5 °C at a day, 2.5 to 3 at seven). The adaptive factors of
 * `conformal` make of it what is true at a place.
 */
export const leadError = (lead: number): number => 0.9 + 0.25 * lead;
