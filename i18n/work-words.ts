import type { Fault } from '@aerowatch/domain/diagnostics/vocabulary';
import type { Language } from '@aerowatch/domain/languages';
import { GENERAL_KIND, isFault, type WorkKind } from '@aerowatch/domain/work/orders';
import { SERVED } from './languages.ts';

/** What an order is about, in the reader's language. */
export function kindName(kind: WorkKind, language: Language): string {
  const { diagnostics, domain, work } = SERVED[language];
  if (kind === GENERAL_KIND) return work.inspection;
  if (isFault(kind)) return diagnostics.fault[kind as Fault];
  return domain.metric[kind].name;
}

/** `Gas leak – AW-0012, AERO 1`. */
export function titleOf(
  kind: WorkKind,
  { serial_number, position }: { serial_number: string; position: number | null },
  language: Language,
): string {
  const { domain, work } = SERVED[language];
  const aero = position === null ? [] : [domain.aero.replace('{{position}}', String(position))];
  const place = [serial_number, ...aero].filter((part) => part !== '').join(', ');
  return work.kind_title.replace('{{kind}}', kindName(kind, language)).replace('{{place}}', place);
}
