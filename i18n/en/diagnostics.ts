/** Findings about one AERO: what is shown, why it matters, what is missing. */
export const diagnostics = {
  title: 'Diagnostics',
  description:
    'What up to 90 days of measures say about each AERO, computed daily. Defaults of the field, not the manufacturer’s figures.',
  empty: 'No diagnostics yet',
  emptyText: 'They are computed once a day from the measures that boxes send.',
  day: 'Computed for {{day}}',
  aero: 'AERO',
  verdictLabel: 'Verdict',
  named: 'What stands out',
  verdict: { good: 'Good', watch: 'To watch', bad: 'Bad', unknown: 'Unknown', not_watched: 'Not watched' },
  name: {
    health_ratio: 'Health ratio',
    residual: 'Residual now',
    drift: 'Drift',
    pressure_trend: 'Compensated pressure',
    stop_hot: 'Reaches its stop, hot',
    stop_cold: 'Reaches its stop, cold',
    friction: 'Friction',
    battery_trend: 'Battery',
    panel_trend: 'Solar panel',
    seized: 'Movement',
    leak: 'Gas left',
    break: 'Largest jump',
    stuck_sensor: 'Stuck sensor',
    spike: 'Spikes and gaps',
    stroke_sensor_drift: 'Stroke sensor drift',
    pressure_sensor_drift: 'Pressure sensor drift',
    temperature_bias: 'Sun on the temperature sensor',
    battery_resistance: 'Battery resistance',
    shading: 'Shade on the panel',
    burst: 'Sudden loss of gas',
    stroke_sensor_step: 'Step of the stroke reading',
    pressure_sensor_step: 'Step of the pressure reading',
    temperature_sensor_step: 'Step of the temperature reading',
    swapped: 'Sensors of the two AEROs',
    current_drain: 'Current drawn',
    held_one_side: 'Movement to both sides',
    icing: 'Ice',
    unusual: 'Anything unusual',
  },
  help: {
    health_ratio:
      'Slope of stroke on temperature at the coldest hours of the last 60 nights, over α·L. 85 % to 115 % is good; near 50 % or 200 % check the regularized length.',
    residual:
      'Measured stroke minus expected stroke, newest hours (median). To watch from 5 °C’s worth, or from 3 when two nights running are off by as much.',
    drift:
      'Travel of the stroke at the coldest hours of the nights with the temperature taken out, over 45 or 90 days: the conductor creeps or an anchor slips, when the gas follows. When it does not, the stroke sensor drifts. Below 0.2 mm a day nothing is said.',
    pressure_trend:
      'Trend over 30 days of the gas quantity, ln(P/T) with the stroke taken out as the AERO’s own days teach it. Below −0.5 % a month there is a leak, unless the ram says that a sensor drifts.',
    stop_hot:
      'Temperature at which the stroke reaches its end less the offset, from the nights’ edge and what sun and trains add to it at the warmest hours of 60 days.',
    stop_cold:
      'Temperature at which the stroke reaches its other end less the offset, from the nights’ edge, where the ram stands on cold nights.',
    friction:
      'Lag of the stroke behind its nightly edge as a share of the tension, W·E·S / (2·F·L): a lower bound, for the sun closes a part of the loop by day. Judged by the share of dark hours in which the ram stands still while the temperature moves.',
    battery_trend:
      'Trend of the lowest voltage of each day over 30 days. Also bad when it was under the limit on two days of the last seven.',
    panel_trend:
      'Light of the clearest moments of the last four weeks against the weeks before, at like heights of the sun, from the charging current while the battery takes charge and from the panel’s voltage: what dirt takes. Dirt that needs more than half a year is too slow to be seen.',
    seized: 'Stroke moved over stroke expected from the day’s temperature span.',
    leak: 'Gas left against the first week of the window; days left are until 85 %.',
    break:
      'Largest jump between two measures within an hour that stayed, over the last 7 days: over 150 mm or 12 °C’s worth.',
    stuck_sensor: 'Hours for which a sensor has repeated one value while the others moved.',
    spike:
      'Single samples far from their neighbours, and measures without a value, of the last 14 or 30 days.',
    stroke_sensor_drift:
      'The stroke drifts and the gas seems to grow or shrink in the very ratio of the gas law: the reading moves, the ram does not. A wire that creeps looks the same to the stroke alone.',
    pressure_sensor_drift:
      'The gas seems to grow, or to shrink without the ram drawing in: the pressure sensor drifts. On short lengths it may first look like a leak.',
    temperature_bias:
      'Change over two weeks of what the sun at 1,000 W/m² adds to the sensor beyond what the stroke speaks of. A sensor in the sun from the first day on is not found.',
    battery_resistance:
      'Inner resistance at 20 °C, from how the voltage answers the charging current over three weeks: a sound cell has about 120 mΩ, an aged one three times that. Lost capacity alone is not seen: a night takes 1 % of the charge.',
    shading:
      'Fall and rise of the panel’s voltage at the same hours every day, median of two weeks: a pole or a wall before the sun.',
    burst: 'Fall of the gas from one measure to the next ones that no movement of the ram explains.',
    stroke_sensor_step:
      'A step of the stroke that the gas does not follow: the sensor or its bracket has moved, not the ram.',
    pressure_sensor_step:
      'A step of the pressure that the ram does not follow: the sensor reads otherwise, the gas is the same.',
    temperature_sensor_step: 'A step of the temperature that neither the stroke nor the neighbours follow.',
    swapped:
      'Steps of stroke and pressure on both AEROs of a box at one moment: what one reads is the other’s.',
    current_drain: 'What the battery loses at night over what the box needs.',
    held_one_side: 'Follows the temperature one way and lags the other way.',
    icing: 'Stands still in frost and moves again in the thaw.',
    unusual: 'The measures left what is usual for this AERO and no known fault fits.',
  },
  reason: {
    no_data: 'No measures in the last 90 days.',
    too_few_points: 'Too few measures.',
    too_few_days: 'Too few days of measures.',
    temperature_span_too_small: 'Not enough temperature variation.',
    no_length: 'The regularized length is not known.',
    no_tension: 'The mechanical tension is not known.',
    no_model_stroke: 'The model’s stroke is not known.',
    does_not_move: 'The stroke does not follow the temperature.',
    sensor_stuck: 'A sensor is stuck.',
    no_light: 'The panel’s voltage, which tells day from night, is missing.',
    too_little_charging: 'The battery took too little charge to tell.',
    other_battery: 'Not a battery of one lithium-ion cell.',
    event: 'A sudden event lies within its days: what was before says nothing of now.',
    no_twin: 'The box has no other AERO to compare with.',
    no_neighbours: 'No boxes nearby to compare with.',
    log_time: 'Not watched at this log time.',
  },
  unit: { '/d': '/d', '%/month': '%/month', 'mV/week': 'mV/week' },
  value: { never: 'beyond any temperature' },
  only: 'Only what needs attention',
} as const;
