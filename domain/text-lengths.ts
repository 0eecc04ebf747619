/**
 * Maximum length (UTF-16) of each text that people enter. API schemas and form fields both use it: a form
 * reports a text that is too long, and never cuts it.
 */
export const TEXT_LENGTHS = {
  aero: { serial_number: 64, track_number: 10, sami_reason: 1000 },
  alert: { comment: 2000 },
  audit: { reason: 500 },
  box: { name: 100, comment: 5000, pole: 50 },
  box_link: { name: 100 },
  browser: { name: 100 },
  client: { name: 100 },
  firmware: { description: 5000, minimum_hardware: 11, withdrawn_reason: 500 },
  key: { name: 100 },
  /** Name of a railway line: of a box, an AERO, a silence. */
  line: { name: 200 },
  note: { text: 2000 },
  passkey: { name: 60 },
  person: { first_name: 100, last_name: 100, email: 254 },
  rollout: { reason: 500 },
  saved_view: { name: 100 },
  silence: { reason: 500, rrule: 500 },
  supervisor: { name: 100 },
  tag: { name: 50 },
  duty: { reason: 200 },
  webhook: { url: 1000, description: 200 },
  /** Webhook of a chat, for notifications. */
  channel: { address: 2000 },
  work_order: {
    title: 200,
    description: 4000,
    external_reference: 100,
    external_url: 500,
    closing_note: 2000,
    comment: 2000,
    caption: 200,
    task: 500,
    task_note: 1000,
  },
} as const;
