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
  verdict: { good: 'Good', watch: 'To watch', bad: 'Bad', unknown: 'Unknown' },
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
    spike: 'Spikes',
  },
  help: {
    health_ratio:
      'Fitted slope of stroke on temperature over α·L. 85 % to 115 % is good; near 50 % or 200 % check the regularized length.',
    residual: 'Measured stroke minus expected stroke, newest day (median).',
    drift:
      'Slow change of the residual, by Theil–Sen over 60 days: creep of the conductor or a slipping anchor.',
    pressure_trend:
      'Trend of the gas quantity, pressure with temperature and stroke taken out. Below −0.5 % a month there is a leak.',
    stop_hot:
      'Temperature at which the stroke reaches its end, from the fitted line, offsets and loop width.',
    stop_cold:
      'Temperature at which the stroke reaches its other end, from the fitted line, offsets and loop width.',
    friction:
      'Width of the loop of stroke and temperature as a share of the tension: φ = W·E·S / (2·F·L). An upper bound.',
    battery_trend: 'Trend of the lowest voltage of each night.',
    panel_trend: 'Charge of a clear day against the best of before: soiling or shading.',
    seized: 'Stroke moved over stroke expected from the day’s temperature span.',
    leak: 'Gas left against the first weeks.',
    break: 'Largest change between two measures in the last days.',
    stuck_sensor: 'Longest time with exactly equal values while the temperature moved.',
    spike: 'Single samples far from their neighbours in the last days.',
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
  },
  value: { never: 'beyond any temperature' },
  only: 'Only what needs attention',
} as const;
