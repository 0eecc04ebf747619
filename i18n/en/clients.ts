export const clients = { title: 'clients' } as const;
