import { grants, type Level } from '@aerowatch/domain/access';
import type { Answer } from '../../../lib/api/contract.ts';
import { paths } from '../../../lib/paths.ts';

type Found = Answer<'search'>['results'][number];

/** Where a search result leads; null when the reader's level has no such screen. */
export function addressOfResult({ type, id, box, label }: Found, level: Level): string | null {
  switch (type) {
    case 'box':
      return paths.box(id);
    case 'aero':
    case 'pole':
      return box === null ? null : paths.box(box);
    case 'supervisor':
      return grants(level, 'member') ? paths.supervisorEdit(id) : paths.supervisors();
    case 'user':
      return grants(level, 'privileged') ? paths.userEdit(id) : paths.users({ q: label });
    case 'client':
      return grants(level, 'admin') ? paths.clientEdit(id) : null;
    case 'tag':
      return paths.boxes({ tag: id });
  }
}
