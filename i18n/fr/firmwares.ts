import type { firmwares as en } from '../en/firmwares.ts';
import type { Translation } from '../index.ts';

export const firmwares = { title: 'firmwares' } as const satisfies Translation<typeof en>;
