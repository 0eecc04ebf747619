import type { Parts } from '../../parts.ts';
import { ApiError, NotFound } from '../../platform/errors.ts';
import { createGroup, patchGroup, presentGroup, removeGroup, replaceGroup } from './groups.ts';
import { createPerson, patchPerson, presentPerson, removePerson, replacePerson } from './people.ts';
import { listAnswer, selected, type Window, windowOf } from './protocol/answer.ts';
import { providerConfig, resourceTypes, schemas, wholeList } from './protocol/discovery.ts';
import { readFilter } from './protocol/filter.ts';
import type { Resource } from './protocol/patch.ts';
import { type Handler, METHODS, type ScimCall, type ScimRoute } from './serve.ts';
import { GROUP_FILTERS, type GroupRow, groupById, listGroups } from './store-groups.ts';
import { listPeople, PEOPLE_FILTERS, type PersonRow, personById } from './store-people.ts';

/** The client is an attribute of people for a directory that reaches everybody. */
const withClients = ({ by }: ScimCall) => by.directory.clientId === null;
const person = (call: ScimCall, row: PersonRow) => presentPerson(call.base, row, withClients(call));
const group = ({ base }: ScimCall, row: GroupRow) => presentGroup(base, row);
const made = (resource: Resource) => ({
  status: 201,
  body: resource,
  location: (resource.meta as Resource).location,
});
const filterOf = ({ filter }: Resource, known: readonly string[]) =>
  filter === undefined || filter === '' ? [] : readFilter(String(filter), known);

export function scimRoutes(parts: Parts): readonly ScimRoute[] {
  return [...discovery(), ...people(parts), ...groups(parts), search(parts), ...notHere()];
}

type Found = (
  call: ScimCall,
  query: Resource,
  window: Window,
) => Promise<{ resources: Resource[]; total: number }>;
const findPeople =
  ({ db }: Parts): Found =>
  async (call, query, window) => {
    const { rows, total } = await listPeople(db, call.by.directory, filterOf(query, PEOPLE_FILTERS), window);
    return { resources: rows.map((row) => person(call, row)), total };
  };
const findGroups =
  ({ db }: Parts): Found =>
  async (call, query, window) => {
    const { rows, total } = await listGroups(db, call.by.directory, filterOf(query, GROUP_FILTERS), window);
    return { resources: rows.map((row) => group(call, row)), total };
  };
async function listed(found: Found, call: ScimCall, query: Resource) {
  const window = windowOf(query);
  const { resources, total } = await found(call, query, window);
  const shown = resources.map((one) => selected(one, query));
  return { status: 200, body: listAnswer(shown, total, window) };
}

/** Over both kinds (RFC 7644, 3.4.3): people first, then groups. */
function search(parts: Parts): ScimRoute {
  const both: Found = async (call, query, { startIndex, count }) => {
    const first = await findPeople(parts)(call, query, { startIndex, count });
    const rest = {
      startIndex: Math.max(1, startIndex - first.total),
      count: count - first.resources.length,
    };
    const then = await findGroups(parts)(call, query, rest);
    return { resources: [...first.resources, ...then.resources], total: first.total + then.total };
  };
  return { method: 'POST', path: '/.search', handle: (call) => listed(both, call, call.body) };
}

function people(parts: Parts): ScimRoute[] {
  const { db, files } = parts;
  const find = findPeople(parts);
  return [
    { method: 'GET', path: '/Users', handle: (call) => listed(find, call, call.query) },
    { method: 'POST', path: '/Users/.search', handle: (call) => listed(find, call, call.body) },
    {
      method: 'POST',
      path: '/Users',
      handle: async (call, change) =>
        made(person(call, await change((trx) => createPerson(trx, parts, call.by, call.body)))),
    },
    {
      method: 'GET',
      path: '/Users/:id',
      handle: async (call) => ({
        status: 200,
        body: selected(person(call, await personById(db, call.by.directory, call.id)), call.query),
      }),
    },
    {
      method: 'PUT',
      path: '/Users/:id',
      handle: async (call, change) => ({
        status: 200,
        body: person(call, await change((trx) => replacePerson(trx, parts, call.by, call.id, call.body))),
      }),
    },
    {
      method: 'PATCH',
      path: '/Users/:id',
      handle: async (call, change) => ({
        status: 200,
        body: person(call, await change((trx) => patchPerson(trx, parts, call.by, call.id, call.body))),
      }),
    },
    {
      method: 'DELETE',
      path: '/Users/:id',
      handle: async (call, change) => {
        for (const file of await change((trx) => removePerson(trx, parts, call.by, call.id)))
          await files.remove(file);
        return { status: 204 };
      },
    },
  ];
}

function groups(parts: Parts): ScimRoute[] {
  const { db } = parts;
  const find = findGroups(parts);
  return [
    { method: 'GET', path: '/Groups', handle: (call) => listed(find, call, call.query) },
    { method: 'POST', path: '/Groups/.search', handle: (call) => listed(find, call, call.body) },
    {
      method: 'POST',
      path: '/Groups',
      handle: async (call, change) =>
        made(group(call, await change((trx) => createGroup(trx, parts, call.by, call.body)))),
    },
    {
      method: 'GET',
      path: '/Groups/:id',
      handle: async (call) => ({
        status: 200,
        body: selected(group(call, await groupById(db, call.by.directory, call.id)), call.query),
      }),
    },
    {
      method: 'PUT',
      path: '/Groups/:id',
      handle: async (call, change) => ({
        status: 200,
        body: group(call, await change((trx) => replaceGroup(trx, parts, call.by, call.id, call.body))),
      }),
    },
    {
      method: 'PATCH',
      path: '/Groups/:id',
      handle: async (call, change) => ({
        status: 200,
        body: group(call, await change((trx) => patchGroup(trx, parts, call.by, call.id, call.body))),
      }),
    },
    {
      method: 'DELETE',
      path: '/Groups/:id',
      handle: async (call, change) => {
        await change((trx) => removeGroup(trx, parts, call.by, call.id));
        return { status: 204 };
      },
    },
  ];
}

function discovery(): ScimRoute[] {
  const whole =
    (all: (base: string, withClients: boolean) => readonly Resource[]): Handler =>
    async (call) => ({ status: 200, body: wholeList(all(call.base, withClients(call))) });
  const one = (path: string, all: (base: string, withClients: boolean) => readonly Resource[]) =>
    all('', true).map(
      ({ id }): ScimRoute => ({
        method: 'GET',
        // A colon in a path of the router is doubled.
        path: `${path}/${String(id).replaceAll(':', '::')}`,
        handle: async (call) => {
          const found = all(call.base, withClients(call)).find((entry) => entry.id === id);
          if (found === undefined) throw new NotFound();
          return { status: 200, body: found };
        },
      }),
    );
  return [
    {
      method: 'GET',
      path: '/ServiceProviderConfig',
      handle: async ({ base }) => ({ status: 200, body: providerConfig(base) }),
    },
    { method: 'GET', path: '/ResourceTypes', handle: whole(resourceTypes) },
    ...one('/ResourceTypes', resourceTypes),
    { method: 'GET', path: '/Schemas', handle: whole(schemas) },
    ...one('/Schemas', schemas),
  ];
}

/** A token is nobody's own account, and nothing is done in bulk: RFC 7644, 3.11 and 3.7. */
function notHere(): ScimRoute[] {
  const refuse: Handler = () => Promise.reject(new ApiError(501, 'not_implemented', 'scim_not_here'));
  const missing: Handler = () => Promise.reject(new NotFound('no_such_address'));
  return [
    { method: 'GET', path: '/Me', handle: refuse },
    { method: 'POST', path: '/Bulk', handle: refuse },
    // Before the files of the console, which answer every other address.
    ...METHODS.map((method): ScimRoute => ({ method, path: '/*', handle: missing })),
  ];
}
