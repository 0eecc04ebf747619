import type { Fault } from '@aerowatch/domain/faults/list';
import type { Language } from '@aerowatch/domain/languages';
import { GENERAL_KIND, isChosenKind, isFault, isWorkKind, type WorkKind } from '@aerowatch/domain/work/kinds';
import { isDoubtful, type Precision, verdictCount } from '@aerowatch/domain/work/precision';
import { SERVED } from './languages.ts';
import { supervisorName } from './ready-made.ts';

/** What an order is about, in the reader's language. */
export function kindName(kind: WorkKind, language: Language): string {
  const { diagnostics, domain, work } = SERVED[language];
  if (isChosenKind(kind)) return work.kind[kind];
  if (isFault(kind)) return diagnostics.fault[kind as Fault];
  return domain.metric[kind].name;
}

/** `Gas leak – AW-0012, AERO 1`, or the rule that an alert made it by; of a fault that is seldom found, that too: `Gas leak (seldom found: 3 of 8) – …`. */
export function titleOf(
  kind: WorkKind,
  {
    serial_number,
    position,
    rule = '',
  }: { readonly serial_number: string; readonly position: number | null; readonly rule?: string },
  language: Language,
  precision: Precision | null = null,
): string {
  const { domain, work } = SERVED[language];
  const aero = position === null ? [] : [domain.aero.replace('{{position}}', String(position))];
  const place = [serial_number, ...aero].filter((part) => part !== '').join(', ');
  const name = rule === '' || isFault(kind) ? kindName(kind, language) : supervisorName(rule, language);
  const said =
    precision !== null && isFault(kind) && isDoubtful(precision)
      ? work.doubtful
          .replace('{{kind}}', name)
          .replace('{{found}}', String(precision.found))
          .replace('{{named}}', String(verdictCount(precision)))
      : name;
  return work.kind_title.replace('{{kind}}', said).replace('{{place}}', place);
}

/** What a matter is called: as a person wrote it, by its fault, else by its rule. */
export function matterName(
  { title, rule, kind }: { readonly title: string; readonly rule: string; readonly kind: string },
  language: Language,
): string {
  if (title !== '') return title;
  if (rule !== '' && !isFault(kind)) return supervisorName(rule, language);
  return kindName(isWorkKind(kind) ? kind : GENERAL_KIND, language);
}
