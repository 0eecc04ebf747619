export const settings = { title: 'settings' } as const;
