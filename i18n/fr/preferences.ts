import type { preferences as en } from '../en/preferences.ts';
import type { Translation } from '../index.ts';

export const preferences = { title: 'preferences' } as const satisfies Translation<typeof en>;
