import type { Body } from '../../lib/api/contract.ts';

export type OrderChange = Body<'workOrdersPatch'>;
