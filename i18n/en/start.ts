/** What a page says before any of its files came: in every language at once. */
export const start = {
  late: 'The console could not be loaded: the connection is too slow, or a new version was installed.',
  reload: 'Reload',
  no_script: 'AeroWatch needs JavaScript.',
} as const;
