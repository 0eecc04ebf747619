/** The week ahead of AEROs. */
export const forecast = {
  title: 'The week ahead',
  column: {
    day: 'Day',
    air: 'Air',
    lowest: 'Lowest stroke',
    highest: 'Highest stroke',
    hot: 'Hot margin',
    cold: 'Cold margin',
  },
  basis: {
    weather: 'By the weather forecast, made {{at}}; nine of ten strokes should lie in their range.',
    climate: 'By its own climate, for no weather forecast is known here; made {{at}}.',
  },
  proven: 'So far {{share}} of {{n}} did.',
  unproven: 'No day has been compared with what came yet.',
  unavailable: {
    seized: 'Not foretold: the ram is seized.',
    held_one_side: 'Not foretold: the ram is held to one side.',
    icing: 'Not foretold: ice holds the ram.',
    broken_wire: 'Not foretold: the wire has let go.',
    burst: 'Not foretold: the gas is gone.',
    stroke_sensor_stuck: 'Not foretold: the stroke sensor is stuck.',
    temperature_sensor_stuck: 'Not foretold: the temperature sensor is stuck.',
    swapped_aeros: 'Not foretold: the two AEROs of the box are exchanged.',
    silent: 'Not foretold: no measures for three days.',
    no_data: 'Not foretold: there are no measures yet.',
    too_few_days: 'Not foretold: there are too few days of measures yet.',
    temperature_span_too_small: 'Not foretold: the temperature has hardly changed yet.',
    does_not_follow: 'Not foretold: the stroke does not follow the temperature.',
  },
} as const;
