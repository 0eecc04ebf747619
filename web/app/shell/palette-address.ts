import { grants, type Level } from '@aerowatch/domain/access';
import type { Answer } from '../../lib/api/contract.ts';

type Found = Answer<'search'>['results'][number];

/** Where a search result leads; null when the reader's level has no such screen. */
export function addressOfResult({ type, id, box, label }: Found, level: Level): string | null {
  switch (type) {
    case 'box':
      return `/galland-boxes/${id}`;
    case 'aero':
    case 'pole':
      return box === null ? null : `/galland-boxes/${box}`;
    case 'supervisor':
      return `/supervisor/${id}/edit`;
    case 'user':
      return grants(level, 'privileged') ? `/users/${id}/edit` : `/users?q=${encodeURIComponent(label)}`;
    case 'client':
      return grants(level, 'admin') ? `/clients/${id}/edit` : null;
    case 'tag':
      return `/galland-boxes?tag=${id}`;
  }
}
