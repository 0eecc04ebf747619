/** What does not hold in the audit log, by the codes of its check. */
export const auditProblems = {
  missing: 'Entries {{entry}} to {{until}} of the chain are missing',
  removed: 'Entry {{entry}} was removed',
  changed: 'Entry {{entry}} ({{at}}, {{action}}) was changed',
  actor_removed: 'Entry {{entry}}: who did it was removed',
  actor_changed: 'Entry {{entry}}: who did it was changed',
  subject_removed: 'Entry {{entry}}: who it is about was removed',
  subject_changed: 'Entry {{entry}}: who it is about was changed',
  never_chained: 'Entries that were never handed to the chain: {{count}}',
  late: 'Entries that have waited for the chain longer than a minute: {{count}}',
  cut: 'Entries {{entry}} to {{until}} are gone from the end: the head kept outside the database knows them ({{at}}). Expected after a backup was restored',
  rewritten:
    'Entry {{entry}} is not the one that the head kept outside the database signed ({{at}}): the chain was made anew',
  head_forged: 'A head kept outside the database is not signed by this console',
  unreadable: 'Line {{entry}} cannot be read',
  unsigned: 'The last line is not signed by the key it names',
  other_end: 'The end is not the signed one',
  other_key: 'It is not signed by {{key}}',
} as const;
