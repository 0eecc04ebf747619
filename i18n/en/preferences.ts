export const preferences = { title: 'preferences' } as const;
