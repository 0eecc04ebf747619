import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { LIST, MOST_RESULTS } from './answer.ts';
import { ENTERPRISE, type Resource } from './patch.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

const meta = (base: string, resourceType: string, path: string) => ({
  meta: { resourceType, location: `${base}/${path}` },
});

/** What this server understands: RFC 7643, 5. */
export const providerConfig = (base: string): Resource => ({
  schemas: [CONFIG],
  documentationUri: 'https://www.rfc-editor.org/rfc/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the console creates in the settings',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  ...meta(base, 'ServiceProviderConfig', 'ServiceProviderConfig'),
});

/** `withClients`: the directory reaches everybody, so a person's client is an attribute (organization). */
export const resourceTypes = (base: string, withClients: boolean): readonly Resource[] => [
  {
    schemas: [RESOURCE_TYPE],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'Somebody who may sign in',
    schema: USER,
    ...(withClients ? { schemaExtensions: [{ schema: ENTERPRISE, required: false }] } : {}),
    ...meta(base, 'ResourceType', 'ResourceTypes/User'),
  },
  {
    schemas: [RESOURCE_TYPE],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'People whose role is what the name of the group stands for',
    schema: GROUP,
    ...meta(base, 'ResourceType', 'ResourceTypes/Group'),
  },
];

type Traits = Readonly<Record<string, unknown>>;
const attribute = (name: string, description: string, traits: Traits = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  ...(traits.type === undefined || traits.type === 'string' ? { caseExact: false } : {}),
  mutability: 'readWrite',
  returned: 'default',
  ...(traits.type === 'complex' ? {} : { uniqueness: 'none' }),
  ...traits,
});
const readOnly = { mutability: 'readOnly' };

const USER_ATTRIBUTES = [
  attribute('userName', 'E-mail address, by which somebody signs in and is written to', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Name', {
    type: 'complex',
    subAttributes: [attribute('familyName', 'Last name'), attribute('givenName', 'First name')],
  }),
  attribute('displayName', 'Both names', readOnly),
  attribute('preferredLanguage', 'Language of the screens and messages', {
    canonicalValues: [...LANGUAGE_KEYS],
  }),
  attribute('active', 'False ends the sessions of somebody, and their API keys after two weeks', {
    type: 'boolean',
  }),
  attribute('emails', 'The user name again', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'Address', readOnly),
      attribute('type', 'Always work', readOnly),
      attribute('primary', 'Always true', { type: 'boolean', ...readOnly }),
    ],
  }),
  attribute('groups', 'Groups that somebody is a member of', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'Id of the group', readOnly),
      attribute('$ref', 'Address of the group', {
        type: 'reference',
        referenceTypes: ['Group'],
        ...readOnly,
      }),
      attribute('display', 'Name of the group', readOnly),
    ],
  }),
];
const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name, which stands for a role or for none', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'People in it', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the person', { mutability: 'immutable' }),
      attribute('$ref', 'Address of the person', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
      }),
    ],
  }),
];
const ENTERPRISE_ATTRIBUTES = [
  attribute('organization', 'Name of the client that somebody belongs to, as it is here'),
];

export function schemas(base: string, withClients: boolean): readonly Resource[] {
  const schema = (id: string, name: string, attributes: readonly unknown[]): Resource => ({
    schemas: [SCHEMA],
    id,
    name,
    description: name,
    attributes,
    ...meta(base, 'Schema', `Schemas/${id}`),
  });
  return [
    schema(USER, 'User', USER_ATTRIBUTES),
    schema(GROUP, 'Group', GROUP_ATTRIBUTES),
    ...(withClients ? [schema(ENTERPRISE, 'EnterpriseUser', ENTERPRISE_ATTRIBUTES)] : []),
  ];
}

/** A list of everything there is of a kind; discovery has no pages. */
export const wholeList = (resources: readonly Resource[]): Resource => ({
  schemas: [LIST],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
