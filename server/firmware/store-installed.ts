import type { Trx } from '../platform/database/db.ts';

export async function markInstalled(_trx: Trx, _boxId: number, _version: string): Promise<void> {}
