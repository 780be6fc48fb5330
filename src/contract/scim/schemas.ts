/** What Quiver keeps of RFC 7643: its schemas, from which filters, paths and answers are made. */

export const urns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable'
  returned: 'always' | 'default'
  uniqueness: 'none' | 'server'
  subAttributes?: readonly Attribute[]
  referenceTypes?: readonly string[]
}

function attribute(name: string, description: string, given: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...given,
  }
}

const readOnly = { mutability: 'readOnly' } as const
const reference = { type: 'reference', caseExact: true } as const

/** Of every resource (RFC 7643, section 3.1); not listed in the schemas. */
const common = [
  attribute('schemas', 'The schemas of the resource.', {
    ...readOnly,
    ...reference,
    multiValued: true,
    returned: 'always',
  }),
  attribute('id', 'The id that Quiver gives.', { ...readOnly, caseExact: true, returned: 'always' }),
  attribute('externalId', 'The id that the identity provider gives.', { caseExact: true }),
  attribute('meta', 'About the resource.', {
    ...readOnly,
    type: 'complex',
    subAttributes: [
      attribute('resourceType', 'User or Group.', { ...readOnly, caseExact: true }),
      attribute('created', 'When it was made.', { ...readOnly, type: 'dateTime' }),
      attribute('lastModified', 'When it was changed last by SCIM.', { ...readOnly, type: 'dateTime' }),
      attribute('location', 'The address of the resource.', { ...readOnly, ...reference }),
      attribute('version', 'Changes with what the resource says.', { ...readOnly, caseExact: true }),
    ],
  }),
]

const userAttributes = [
  attribute(
    'userName',
    'The address that the user logs in with, at a domain that the organization has proven.',
    {
      required: true,
      uniqueness: 'server',
    },
  ),
  attribute('name', 'The parts of the name.', {
    type: 'complex',
    subAttributes: [
      'formatted',
      'familyName',
      'givenName',
      'middleName',
      'honorificPrefix',
      'honorificSuffix',
    ].map((name) => attribute(name, 'A part of the name.')),
  }),
  attribute('displayName', 'The name that Quiver shows.'),
  attribute('emails', 'Addresses of the user. Quiver keeps them and writes to userName.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address.'),
      attribute('display', 'How it is shown.'),
      attribute('type', 'Such as work.'),
      attribute('primary', 'Whether it is the first one.', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Whether the user can log in. false ends their sessions and keys.', {
    type: 'boolean',
  }),
  attribute('groups', 'The groups of the user.', {
    ...readOnly,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the group.', { ...readOnly, caseExact: true }),
      attribute('$ref', 'The address of the group.', {
        ...readOnly,
        ...reference,
        referenceTypes: ['Group'],
      }),
      attribute('display', 'The name of the group.', readOnly),
      attribute('type', 'Always direct.', readOnly),
    ],
  }),
]

const immutable = { mutability: 'immutable' } as const

const groupAttributes = [
  attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
  attribute('members', 'The users in the group.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user.', { ...immutable, caseExact: true }),
      attribute('$ref', 'The address of the user.', { ...immutable, ...reference, referenceTypes: ['User'] }),
      attribute('display', 'The name of the user.', readOnly),
      attribute('type', 'Always User.', immutable),
    ],
  }),
]

/** Known from RFC 7643 and not kept: ignored, so that a provider that sends them by itself does not fail. */
const userUnkept = [
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'password',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509Certificates',
]

export type ResourceKind = {
  name: 'User' | 'Group'
  path: 'Users' | 'Groups'
  urn: string
  description: string
  /** As its schema lists them. */
  own: readonly Attribute[]
  /** With those of every resource. */
  attributes: readonly Attribute[]
  unkept: readonly string[]
}

export const userKind: ResourceKind = {
  name: 'User',
  path: 'Users',
  urn: urns.user,
  description: 'A user of the organization',
  own: userAttributes,
  attributes: [...common, ...userAttributes],
  unkept: userUnkept,
}

export const groupKind: ResourceKind = {
  name: 'Group',
  path: 'Groups',
  urn: urns.group,
  description: 'A group of users, as the identity provider names it',
  own: groupAttributes,
  attributes: [...common, ...groupAttributes],
  unkept: [],
}

export const kinds = [userKind, groupKind] as const

/** Names of attributes do not depend on case. */
export function named<One extends { name: string }>(all: readonly One[], name: string): One | undefined {
  const wanted = name.toLowerCase()
  return all.find((one) => one.name.toLowerCase() === wanted)
}

export type Resource = Record<string, unknown>
