import type { Parts } from '../../parts.ts';
import type { Trx } from '../../platform/database/db.ts';
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
  return [
    ...discovery(),
    ...routesOf(parts, people(parts)),
    ...routesOf(parts, groups(parts)),
    search(parts),
    ...notHere(),
  ];
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

/** One kind of resource: what a change does, and how the result is shown. */
interface Kind<Row> {
  readonly path: string;
  readonly find: Found;
  readonly show: (call: ScimCall, row: Row) => Resource;
  readonly byId: (call: ScimCall) => Promise<Row>;
  readonly create: (trx: Trx, call: ScimCall) => Promise<Row>;
  readonly replace: (trx: Trx, call: ScimCall) => Promise<Row>;
  readonly patch: (trx: Trx, call: ScimCall) => Promise<Row>;
  /** Returns the files to remove after the change. */
  readonly remove: (trx: Trx, call: ScimCall) => Promise<readonly string[]>;
}
const people = (parts: Parts): Kind<PersonRow> => ({
  path: '/Users',
  find: findPeople(parts),
  show: person,
  byId: ({ by, id }) => personById(parts.db, by.directory, id),
  create: (trx, { by, body }) => createPerson(trx, parts, by, body),
  replace: (trx, { by, id, body }) => replacePerson(trx, parts, by, id, body),
  patch: (trx, { by, id, body }) => patchPerson(trx, parts, by, id, body),
  remove: (trx, { by, id }) => removePerson(trx, parts, by, id),
});
const groups = (parts: Parts): Kind<GroupRow> => ({
  path: '/Groups',
  find: findGroups(parts),
  show: group,
  byId: ({ by, id }) => groupById(parts.db, by.directory, id),
  create: (trx, { by, body }) => createGroup(trx, parts, by, body),
  replace: (trx, { by, id, body }) => replaceGroup(trx, parts, by, id, body),
  patch: (trx, { by, id, body }) => patchGroup(trx, parts, by, id, body),
  remove: (trx, { by, id }) => removeGroup(trx, parts, by, id).then(() => []),
});

function routesOf<Row>({ files }: Parts, kind: Kind<Row>): ScimRoute[] {
  const { path, find, show } = kind;
  const changed =
    (work: (trx: Trx, call: ScimCall) => Promise<Row>): Handler =>
    async (call, change) => ({ status: 200, body: show(call, await change((trx) => work(trx, call))) });
  const one = `${path}/:id`;
  return [
    { method: 'GET', path, handle: (call) => listed(find, call, call.query) },
    { method: 'POST', path: `${path}/.search`, handle: (call) => listed(find, call, call.body) },
    {
      method: 'POST',
      path,
      handle: async (call, change) => made(show(call, await change((trx) => kind.create(trx, call)))),
    },
    {
      method: 'GET',
      path: one,
      handle: async (call) => ({
        status: 200,
        body: selected(show(call, await kind.byId(call)), call.query),
      }),
    },
    { method: 'PUT', path: one, handle: changed(kind.replace) },
    { method: 'PATCH', path: one, handle: changed(kind.patch) },
    {
      method: 'DELETE',
      path: one,
      handle: async (call, change) => {
        for (const file of await change((trx) => kind.remove(trx, call))) await files.remove(file);
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
