/** Users of the demonstration, one of each level for each client. */
import type { Language } from '@aerowatch/domain/languages';
import type { Api } from '../../simulator/fleet/api.ts';

export interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly language: Language;
  readonly unit_system?: 'metric' | 'imperial';
  readonly client: 'railway' | 'tram' | null;
  /** 1 Manager, 2 Operator. */
  readonly groups: readonly number[];
  readonly is_staff?: true;
  readonly what: string;
}

export const PEOPLE: readonly Person[] = [
  {
    first_name: 'Claire',
    last_name: 'Moreau',
    email: 'claire.moreau@aerowatch.example',
    language: 'fr',
    client: null,
    groups: [],
    is_staff: true,
    what: 'vendor’s staff, sees every client',
  },
  {
    first_name: 'Camille',
    last_name: 'Martin',
    email: 'camille.martin@rail.example',
    language: 'fr',
    client: 'railway',
    groups: [1],
    what: 'manager of the main line',
  },
  {
    first_name: 'Joe',
    last_name: 'Brown',
    email: 'joe.brown@rail.example',
    language: 'en',
    unit_system: 'imperial',
    client: 'railway',
    groups: [2],
    what: 'operator of the main line',
  },
  {
    first_name: 'Alex',
    last_name: 'Durand',
    email: 'alex.durand@tram.example',
    language: 'fr',
    client: 'tram',
    groups: [1],
    what: 'manager of the tram',
  },
  {
    first_name: 'Sam',
    last_name: 'Leroy',
    email: 'sam.leroy@tram.example',
    language: 'en',
    client: 'tram',
    groups: [2],
    what: 'operator of the tram',
  },
];

/** Creates the users that are missing, all with the same password. */
export async function makePeople(
  api: Api,
  clients: Readonly<Record<'railway' | 'tram', number>>,
  password: string,
): Promise<void> {
  const known = new Set((await api.all<{ email: string }>('/users/')).map(({ email }) => email));
  for (const { client, what: _, ...person } of PEOPLE) {
    if (known.has(person.email)) continue;
    await api.post('/users/', {
      ...person,
      password,
      client: client === null ? null : clients[client],
      notify_email: true,
    });
  }
}
