import type { User } from '@aerowatch/contracts/api/users';
import { USERS_IMPORT_COLUMNS, type UsersImportColumn } from '@aerowatch/contracts/api/users-import';
import { type Level, MANAGER_GROUP, OBSERVER_GROUP, OPERATOR_GROUP } from '@aerowatch/domain/access';
import { LANGUAGE_KEYS, LANGUAGES } from '@aerowatch/domain/languages';
import { SERVED } from '@aerowatch/i18n/languages';
import type { ReadColumn } from '../../../platform/tables/read-table.ts';

const TEXTS = LANGUAGE_KEYS.map((language) => SERVED[language].domain);
type Rights = Pick<User, 'groups' | 'is_staff'>;

/** The rights of each level that a file may name, as the form of a new user gives them. */
const RIGHTS: Readonly<Record<Exclude<Level, 'visitor'>, Rights>> = {
  observer: { groups: [OBSERVER_GROUP], is_staff: false },
  member: { groups: [OPERATOR_GROUP], is_staff: false },
  privileged: { groups: [MANAGER_GROUP], is_staff: false },
  admin: { groups: [OPERATOR_GROUP], is_staff: true },
};
type Named = keyof typeof RIGHTS;
/** The word of the form for each level's role, where it differs from the level's own. */
const ROLES = { manager: 'privileged', operator: 'member', observer: 'observer' } as const;

const plain = (text: string) => text.trim().toLowerCase().normalize('NFC');
const LEVEL_WORDS = new Map<string, Named>([
  ...(Object.keys(RIGHTS) as Named[]).flatMap((level) => [
    [level, level] as const,
    ...TEXTS.map((texts) => [plain(texts.level[level]), level] as const),
  ]),
  ...(Object.keys(ROLES) as (keyof typeof ROLES)[]).flatMap((role) => [
    [role, ROLES[role]] as const,
    ...TEXTS.map((texts) => [plain(texts.group[role]), ROLES[role]] as const),
  ]),
]);

/** The rights that a word stands for: a level or a role, by the API's name or in any language. */
export function rightsOf(word: string | undefined): Rights | undefined {
  if (word === undefined) return RIGHTS.member;
  const level = LEVEL_WORDS.get(plain(word));
  return level && RIGHTS[level];
}
/** What a cell may say as a level, for the message about one that says something else. */
export const LEVEL_CHOICES = Object.keys(RIGHTS).join(', ');

/** `fr`, or its name in its own language or English; another text is passed on and refused by the schema. */
const language = (text: string): string =>
  LANGUAGE_KEYS.find(
    (key) =>
      plain(text) === key ||
      plain(text) === plain(LANGUAGES[key].name) ||
      plain(text) === plain(new Intl.DisplayNames('en', { type: 'language' }).of(key) ?? key),
  ) ?? text;
const text = (value: string) => value;

const ALSO_CALLED: Partial<Record<UsersImportColumn, readonly string[]>> = {
  email: [
    'mail',
    'email',
    'e-mail address',
    'email address',
    'courriel',
    'adresse e-mail',
    'adresse électronique',
  ],
  first_name: ['given name', 'firstname'],
  last_name: ['surname', 'family name', 'lastname', 'nom'],
  level: ['level', 'niveau', 'right', 'rights', 'droits'],
  phone: ['telephone', 'mobile', 'phone number', 'portable', 'tél.'],
};
const labelOf = (texts: (typeof TEXTS)[number], key: UsersImportColumn) =>
  key === 'client' ? texts.field.client : texts.person[key];

const BY_HEADER = new Map(
  USERS_IMPORT_COLUMNS.flatMap((key) => {
    const column: ReadColumn = { key, read: key === 'language' ? language : text };
    const names = [key, ...TEXTS.map((texts) => labelOf(texts, key)), ...(ALSO_CALLED[key] ?? [])];
    return names.map((name) => [plain(name), column] as const);
  }),
);

/** The column of a header: by the API's name, or by a label in any language. */
export const columnOf = (header: string): ReadColumn | undefined => BY_HEADER.get(plain(header));
