import type { profile as en } from '../en/profile.ts';
import type { Translation } from '../index.ts';

export const profile = { title: 'profile' } as const satisfies Translation<typeof en>;
