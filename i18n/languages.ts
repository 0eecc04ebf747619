import type { Language } from '@aerowatch/domain/languages';
import { messages as enMessages } from './en/messages.ts';
import * as enServed from './en/served.ts';
import { messages as frMessages } from './fr/messages.ts';
import * as frServed from './fr/served.ts';
import type { Translation } from './index.ts';

/** Wordings of message codes. */
export const MESSAGES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: enMessages,
  fr: frMessages,
};

/** Areas of text that the server says; the browser loads its own one by one (`web/lib/text`). */
export const SERVED: Readonly<Record<Language, Translation<typeof enServed>>> = {
  en: enServed,
  fr: frServed,
};
