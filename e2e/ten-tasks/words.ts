import { common } from '@aerowatch/i18n/en/common';
import { conditions } from '@aerowatch/i18n/en/conditions';
import { domain } from '@aerowatch/i18n/en/domain';
import { gauge } from '@aerowatch/i18n/en/gauge';
import { inbox } from '@aerowatch/i18n/en/inbox';
import { line } from '@aerowatch/i18n/en/line';
import { report } from '@aerowatch/i18n/en/report';
import { silences } from '@aerowatch/i18n/en/silences';
import { supervisors } from '@aerowatch/i18n/en/supervisors';
import { visualization } from '@aerowatch/i18n/en/visualization';
import { work } from '@aerowatch/i18n/en/work';
import { common as commonFr } from '@aerowatch/i18n/fr/common';
import { conditions as conditionsFr } from '@aerowatch/i18n/fr/conditions';
import { domain as domainFr } from '@aerowatch/i18n/fr/domain';
import { gauge as gaugeFr } from '@aerowatch/i18n/fr/gauge';
import { inbox as inboxFr } from '@aerowatch/i18n/fr/inbox';
import { line as lineFr } from '@aerowatch/i18n/fr/line';
import { report as reportFr } from '@aerowatch/i18n/fr/report';
import { silences as silencesFr } from '@aerowatch/i18n/fr/silences';
import { supervisors as supervisorsFr } from '@aerowatch/i18n/fr/supervisors';
import { visualization as visualizationFr } from '@aerowatch/i18n/fr/visualization';
import { work as workFr } from '@aerowatch/i18n/fr/work';
import type { Translation } from '@aerowatch/i18n/index';

const en = {
  common,
  conditions,
  domain,
  gauge,
  inbox,
  line,
  report,
  silences,
  supervisors,
  visualization,
  work,
};
/** The console's own texts, by which a reader of a language finds what to click. */
export type Words = Translation<typeof en>;
export const WORDS: Readonly<Record<'en' | 'fr', Words>> = {
  en,
  fr: {
    common: commonFr,
    conditions: conditionsFr,
    domain: domainFr,
    gauge: gaugeFr,
    inbox: inboxFr,
    line: lineFr,
    report: reportFr,
    silences: silencesFr,
    supervisors: supervisorsFr,
    visualization: visualizationFr,
    work: workFr,
  },
};
