import type { users as en } from '../en/users.ts';
import type { Translation } from '../index.ts';

export const users = { title: 'users' } as const satisfies Translation<typeof en>;
