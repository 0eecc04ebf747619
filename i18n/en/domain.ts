/** Words of the field, from the glossary: metrics, levels, states, fields of boxes and AEROs. */
export const domain = {
  sami: {
    satisfactory: 'Satisfactory',
    meets_expectations: 'Meets expectations',
    improvement_needed: 'Improvement needed',
    unsatisfactory: 'Unsatisfactory',
  },
  status: { new: 'New', online: 'Online', late: 'Late', silent: 'Silent' },
  status_help: {
    new: 'Claimed, without a client yet',
    online: 'Reports as planned',
    late: 'No data for more than three upload periods',
    silent: 'No data for more than a week',
  },
  twin: {
    in_sync: 'In sync', pending: 'Pending', overdue: 'Overdue', refused: 'Refused', never_reported: 'Never reported',
  },
  refresh: { asked: 'Asked', waiting: 'Waiting for the box', done: 'Done', failed: 'Failed' },
  metric: {
    temperature: 'Temperature', pressure: 'Pressure', stroke: 'Stroke', battery_voltage: 'Battery voltage',
    solar_voltage: 'Solar voltage', charge_current: 'Charge current',
  },
  level: { visitor: 'Visitor', member: 'Member', privileged: 'Privileged', admin: 'Administrator' },
  group: { manager: 'Manager', operator: 'Operator' },
  conductor: { wire: 'Contact wire', messenger: 'Messenger wire', wire_and_messenger: 'Wire and messenger' },
  model: { not_connected: 'Not connected', aero_480: 'Aero 480', aero_1000: 'Aero 1000', undefined: 'Undefined ({{type}})' },
  aero: 'AERO {{position}}',
  language: { en: 'English', fr: 'Français' },
  unit_system: { metric: 'Metric', imperial: 'Imperial' },
  theme: { light: 'Light', dark: 'Dark' },
  rollout: { running: 'Running', paused: 'Paused', stopped: 'Stopped', done: 'Done', cancelled: 'Cancelled' },
  rollout_box: {
    queued: 'Queued', offered: 'Offered', downloading: 'Downloading', verifying: 'Verifying',
    installing: 'Installing', installed: 'Installed', failed: 'Failed', cancelled: 'Cancelled',
  },
  field: {
    serial_number: 'Serial number', name: 'Name', latitude: 'Latitude', longitude: 'Longitude', client: 'Client',
    firmware: 'Firmware', tags: 'Tags', installation_date: 'Installation date', comment: 'Comment', line: 'Line',
    kilometer_point: 'Kilometer point', pole: 'Pole', iccid: 'SIM ICCID', last_send: 'Last send', sami: 'SAMI',
    status: 'Status', model_type: 'Model', track_number: 'Track number', conductor_type: 'Conductor type',
    mechanical_tension: 'Mechanical tension', regularized_length: 'Regularized length',
    expansion_coefficient: 'Expansion coefficient', stroke_min: 'Stroke, minimum', stroke_max: 'Stroke, maximum',
    pressure_min: 'Pressure, minimum', pressure_max: 'Pressure, maximum', temperature_min: 'Temperature, minimum',
    temperature_max: 'Temperature, maximum', battery_min: 'Battery, minimum',
    stroke_min_offset: 'Stroke offset, minimum', stroke_max_offset: 'Stroke offset, maximum',
    created_at: 'Created', updated_at: 'Changed',
  },
} as const;
