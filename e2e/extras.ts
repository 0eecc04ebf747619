import { randomBytes } from 'node:crypto';
import type { Api } from '../testing/api.ts';

/** The version that `makeExtras` uploads. */
export const STAGE_FIRMWARE = '3.1.4';

export function firmwareForm(version: string, client: number): FormData {
  const form = new FormData();
  form.set('version', version);
  form.set('description', 'Quieter modem.');
  form.set('client', String(client));
  form.set('file', new Blob([new Uint8Array(randomBytes(4096))]), `aerobox-${version}.bin`);
  return form;
}

/** A tag, a firmware, a work order and an update of one box, for screens with an id in their address. */
export async function makeExtras(
  api: Api,
  client: number,
  box: number,
): Promise<{ tag: number; firmware: number; rollout: number; order: number; change: number; link: string }> {
  const made = async (path: string, body: unknown, key: 'id' | 'change' = 'id'): Promise<number> => {
    const answer = await api.post<Record<'id' | 'change', number>>(path, body);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
    return answer.body[key];
  };
  const shared = await api.post<{ url: string }>(`/boxes/${box}/links/`, { name: 'Depot', days: 7 });
  const firmware = await made('/firmwares/', firmwareForm(STAGE_FIRMWARE, client));
  return {
    link: new URL(shared.body.url).hash.slice(1),
    tag: await made('/tags/', { name: 'Viaduct', color: '#0b5a73', client, boxes: [box] }),
    firmware,
    change: await made('/boxes/configuration/', { boxes: [box], changes: { stroke1_max: 470 } }, 'change'),
    order: await made('/work-orders/', { box, source: { type: 'box', kind: 'leak' } }),
    rollout: await made('/update/firmware/', { firmware, boxes: [box] }),
  };
}
