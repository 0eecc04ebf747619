/** The monthly report as it is asked for and chosen; its own words stand in `report-pdf`. */
export const report = {
  title: 'Monthly report',
  help: 'A PDF on A4: a summary page for the manager, a page for each AERO that needs action, a table of all.',
  month: 'Month',
  language: 'Language',
  client_needed: 'Choose a client.',
  fetch: 'Download the report',
  fetching: 'The report is being prepared …',
  failed: 'The report could not be prepared',
  mail: 'Send me each month’s report by e-mail on the first working day of the next',
  mail_help: 'In your own language, units and time zone.',
  mail_failed: 'The choice could not be saved',
  mail_on: 'The report will be sent to you each month.',
  mail_off: 'The report is no longer sent to you.',
} as const;
