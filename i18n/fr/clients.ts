import type { clients as en } from '../en/clients.ts';
import type { Translation } from '../index.ts';

export const clients = { title: 'clients' } as const satisfies Translation<typeof en>;
