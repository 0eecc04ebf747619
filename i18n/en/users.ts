export const users = { title: 'users' } as const;
