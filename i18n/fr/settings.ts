import type { settings as en } from '../en/settings.ts';
import type { Translation } from '../index.ts';

export const settings = { title: 'settings' } as const satisfies Translation<typeof en>;
