import { ScimError } from './error.ts';

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A resource as sent by a directory. */
export type Resource = Record<string, unknown>;
/**
 * The attributes of a kind of resource that a directory may change, by their names: `value` is one value, `object` has
 * sub-attributes, `list` holds objects that their `value` tells apart.
 */
export type Shape = Readonly<Record<string, 'value' | 'object' | 'list'>>;
/** What only the server sets: RFC 7643, 3.1 and 4.1.2. */
const READ_ONLY = ['id', 'meta', 'groups'];

interface Path {
  readonly name: string;
  readonly sub: string | undefined;
  /** The value of the one item of a list that it means: `members[value eq "…"]`. */
  readonly item: string | undefined;
}

/**
 * A resource after the operations of a PATCH (RFC 7644, 3.5.2). Attributes that the console does not keep are passed
 * over, so that the usual mapping of a directory works. Names are compared without case, and `Replace` means `replace`,
 * as Entra writes it. Throws 400.
 */
export function patched(resource: Resource, body: Resource, shape: Shape): Resource {
  const operations = memberOf(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError('invalidSyntax', 'A PATCH has a list of Operations.');
  const copy = structuredClone(resource);
  for (const operation of operations) apply(copy, asObject(operation), shape);
  return copy;
}

function apply(resource: Resource, operation: Resource, shape: Shape): void {
  const [op, path, value] = ['op', 'path', 'value'].map((name) => memberOf(operation, name));
  const kind = typeof op === 'string' ? op.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(kind))
    throw new ScimError('invalidSyntax', 'An operation is add, replace or remove.');
  if (path === undefined || path === null || path === '') {
    if (kind === 'remove') throw new ScimError('noTarget', 'A removal needs a path.');
    setEach(resource, kind, spread(asObject(value)), shape);
  } else if (typeof path === 'string' && path.toLowerCase() === ENTERPRISE.toLowerCase()) {
    // The whole extension, of which one attribute is kept.
    setEach(resource, kind, kind === 'remove' ? { organization: null } : asObject(value), shape);
  } else set(resource, kind, readPath(path, shape), value, shape);
}

function setEach(resource: Resource, kind: string, values: Resource, shape: Shape): void {
  for (const [name, value] of Object.entries(values)) {
    if (name.toLowerCase() === 'schemas') continue;
    set(resource, kind, readPath(name, shape), value, shape);
  }
}

/** An object of which the members of the enterprise extension are attributes of their own. */
function spread(value: Resource): Resource {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name.toLowerCase() === ENTERPRISE.toLowerCase()
        ? Object.entries(asObject(inner))
        : [[name, inner] as [string, unknown]],
    ),
  );
}

const PATH =
  /^([a-z$][\w$-]*)(?:\[\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.([a-z$][\w$-]*))?$/i;
const URN =
  /^urn:ietf:params:scim:schemas:(?:core:2\.0:(?:user|group)|extension:enterprise:2\.0:user)(?::|$)/i;

/** Null for an attribute that is not kept here. */
function readPath(path: unknown, shape: Shape): Path | null {
  const [, attribute = '', by, literal, sub] =
    typeof path === 'string' ? (PATH.exec(path.replace(URN, '')) ?? []) : [];
  if (attribute === '') throw new ScimError('invalidPath', `Not a path: ${String(path).slice(0, 100)}`);
  if (READ_ONLY.includes(attribute.toLowerCase()))
    throw new ScimError('mutability', `${attribute} cannot be changed.`);
  const name = Object.keys(shape).find((one) => one.toLowerCase() === attribute.toLowerCase());
  if (name === undefined) return null;
  if (literal !== undefined && (shape[name] !== 'list' || by?.toLowerCase() !== 'value'))
    throw new ScimError('invalidPath', `Not a path: ${String(path).slice(0, 100)}`);
  return { name, sub, item: literal === undefined ? undefined : String(JSON.parse(literal)) };
}

function set(resource: Resource, kind: string, path: Path | null, value: unknown, shape: Shape): void {
  if (path === null) return;
  const { name, sub, item } = path;
  if (shape[name] === 'list') resource[name] = listAfter(itemsOf(resource[name]), kind, item, value);
  else if (shape[name] === 'object') {
    const before = asObject(resource[name] ?? {});
    if (sub !== undefined) resource[name] = { ...before, [sub]: kind === 'remove' ? null : value };
    else resource[name] = kind === 'remove' ? null : { ...before, ...asObject(value) };
  } else resource[name] = kind === 'remove' ? null : value;
}

function listAfter(before: readonly Item[], kind: string, item: string | undefined, value: unknown): Item[] {
  const named = item === undefined ? itemsOf(value) : [{ value: item }];
  if (kind === 'replace') return named;
  const isNamed = (one: Item) => named.some((other) => other.value === one.value);
  if (kind === 'add') return [...before.filter((one) => !isNamed(one)), ...named];
  // Entra names the members to remove as the value of the operation.
  return item === undefined && named.length === 0 ? [] : before.filter((one) => !isNamed(one));
}

export interface Item {
  readonly value: string;
}
/** The items of a list attribute, each once. */
export function itemsOf(value: unknown): Item[] {
  if (value === undefined || value === null) return [];
  const items = (Array.isArray(value) ? value : [value]).map((one) => {
    const id = memberOf(asObject(one), 'value');
    if (typeof id !== 'string') throw new ScimError('invalidValue', 'A member has its id as value.');
    return id;
  });
  return [...new Set(items)].map((id) => ({ value: id }));
}

export function asObject(value: unknown): Resource {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError('invalidSyntax', 'An object is expected.');
  return value as Resource;
}

/** A member by its name in any case. */
export function memberOf(object: Resource, name: string): unknown {
  const found = Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : object[found];
}
