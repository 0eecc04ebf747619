import type { privacy as en } from '../en/privacy.ts';
import type { Translation } from '../index.ts';

export const privacy = { title: 'privacy' } as const satisfies Translation<typeof en>;
