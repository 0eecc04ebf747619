export const firmwares = { title: 'firmwares' } as const;
