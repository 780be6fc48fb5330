import { expect, test } from 'vitest'
import { aScimWorld, ann, enterprise, made, ops, problem, user } from './world.ts'

/** [what the provider sends, what the user then has] */
const patches: [string, object, object][] = [
  [
    'Entra: a path and text for a boolean',
    { op: 'Replace', path: 'active', value: 'False' },
    { active: false },
  ],
  ['Okta: no path, an object', { op: 'replace', value: { active: false } }, { active: false }],
  [
    'no path, names with dots',
    { op: 'Add', value: { 'name.givenName': 'Bo', active: 'True' } },
    { active: true, name: { givenName: 'Bo', familyName: 'Example', formatted: 'Ann Example' } },
  ],
  [
    'no path, names with the schema',
    { op: 'add', value: { [`${user}:displayName`]: 'Bo', [enterprise]: { department: 'X' } } },
    { displayName: 'Bo' },
  ],
  [
    'a path with the schema',
    { op: 'replace', path: `${user}:displayName`, value: 'Bo' },
    { displayName: 'Bo' },
  ],
  [
    'a path into an extension that is not kept',
    { op: 'add', path: `${enterprise}:department`, value: 'X' },
    { displayName: 'Ann Example' },
  ],
  [
    'an attribute that is not kept',
    { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
    { displayName: 'Ann Example' },
  ],
  [
    'a name in another case',
    { op: 'REPLACE', path: 'USERNAME', value: 'bo@example.com' },
    { userName: 'bo@example.com' },
  ],
  [
    'a sub-attribute',
    { op: 'replace', path: 'name.familyName', value: 'Smith' },
    { name: { familyName: 'Smith', givenName: 'Ann', formatted: 'Ann Example' } },
  ],
  [
    'a complex attribute: what is not named stays',
    { op: 'replace', path: 'name', value: { givenName: 'Bo' } },
    { name: { givenName: 'Bo', familyName: 'Example', formatted: 'Ann Example' } },
  ],
  [
    'the work address',
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'a@b.example' },
    { emails: [{ type: 'work', value: 'a@b.example', primary: true }] },
  ],
  [
    'an address of a type that there is not',
    { op: 'Add', path: 'emails[type eq "home"].value', value: 'a@b.example' },
    {
      emails: [
        { type: 'work', value: 'ann@example.com', primary: true },
        { type: 'home', value: 'a@b.example' },
      ],
    },
  ],
  [
    'an address beside the others, now the primary one',
    { op: 'add', path: 'emails', value: [{ value: 'a@b.example', primary: true }] },
    {
      emails: [
        { value: 'ann@example.com', primary: false, type: 'work' },
        { value: 'a@b.example', primary: true },
      ],
    },
  ],
  [
    'another address is the primary one',
    {
      op: 'replace',
      value: {
        emails: [
          { value: 'a@b.example', type: 'home' },
          { value: 'c@b.example', type: 'work', primary: true },
        ],
        'emails[type eq "home"].primary': 'True',
      },
    },
    {
      emails: [
        { value: 'a@b.example', type: 'home', primary: true },
        { value: 'c@b.example', type: 'work', primary: false },
      ],
    },
  ],
  [
    'all addresses replaced',
    { op: 'replace', path: 'emails', value: { value: 'a@b.example' } },
    { emails: [{ value: 'a@b.example' }] },
  ],
  [
    'an address removed',
    { op: 'remove', path: 'emails[value sw "ann" and type eq "work"]' },
    { emails: [{ value: 'Ann@example.com', type: 'work', primary: true }] },
  ],
  ['an attribute removed', { op: 'remove', path: 'externalId' }, { externalId: undefined }],
  [
    'an attribute set to nothing',
    { op: 'replace', path: 'displayName', value: '' },
    { displayName: 'Ann Example' },
  ],
  [
    'a single value as a list, as Entra once did',
    { op: 'replace', path: 'displayName', value: [{ $ref: null, value: 'Bo' }] },
    { displayName: 'Bo' },
  ],
  [
    'the whole resource, with what cannot be written',
    { op: 'replace', value: { ...ann, id: '999', groups: [], displayName: 'Bo' } },
    { displayName: 'Bo' },
  ],
]

test('PATCH takes every form of a path, and the spellings of Entra and Okta', async () => {
  const world = await aScimWorld()
  for (const [what, operation, expected] of patches) {
    const { id } = await made(world)
    const { status, body } = await world.scim('PATCH', `/Users/${id}`, ops(operation))
    expect([what, status, body['detail']]).toEqual([what, 200, undefined])
    expect({ what, externalId: undefined, ...body }).toMatchObject({ what, ...expected })
    expect((await world.scim('GET', `/Users/${id}`)).body).toEqual(body)
    expect((await world.scim('DELETE', `/Users/${id}`)).status).toBe(204)
  }
})

/** [operation or body, scimType] */
const refusedPatches: [unknown, string][] = [
  [ops({ op: 'erase', path: 'active' }), 'invalidSyntax'],
  [ops(), 'invalidSyntax'],
  [[], 'invalidSyntax'],
  [{ schemas: [] }, 'invalidSyntax'],
  [ops({ op: 'remove' }), 'noTarget'],
  [ops({ op: 'replace', path: 'active' }), 'invalidValue'],
  [ops({ op: 'replace', value: 'x' }), 'invalidValue'],
  [ops({ op: 'replace', path: 'active', value: 'perhaps' }), 'invalidValue'],
  [ops({ op: 'replace', path: 'userName', value: 7 }), 'invalidValue'],
  [ops({ op: 'replace', path: 'userName', value: 'nobody' }), 'invalidValue'],
  [ops({ op: 'replace', path: 'displayName', value: 'a\u0000b' }), 'invalidValue'],
  [ops({ op: 'replace', path: 'emails', value: [{ type: 'work' }] }), 'invalidValue'],
  [ops({ op: 'remove', path: 'userName' }), 'mutability'],
  [ops({ op: 'replace', path: 'id', value: '7' }), 'mutability'],
  [ops({ op: 'add', path: 'groups', value: [{ value: '1' }] }), 'mutability'],
  [ops({ op: 'add', path: 'meta.location', value: 'x' }), 'mutability'],
  [ops({ op: 'add', path: 'shoeSize', value: '44' }), 'invalidPath'],
  [ops({ op: 'add', path: 'name.shoeSize', value: '44' }), 'invalidPath'],
  [ops({ op: 'add', path: '__proto__', value: { active: false } }), 'invalidPath'],
  [ops({ op: 'add', path: 'constructor.prototype', value: 'x' }), 'invalidPath'],
  [ops({ op: 'add', path: 'emails[type eq "work"', value: 'x' }), 'invalidPath'],
  [ops({ op: 'add', path: 'emails[type eq work].value', value: 'x' }), 'invalidPath'],
  [ops({ op: 'add', path: 'emails[shoe eq "work"].value', value: 'x' }), 'invalidPath'],
  [ops({ op: 'add', path: 'displayName[a eq "b"]', value: 'x' }), 'invalidPath'],
  [
    ops({ op: 'replace', path: 'emails[type co "wor" and primary eq false].value', value: 'x@y.example' }),
    'noTarget',
  ],
  [
    ops({ op: 'add', path: `emails[${'('.repeat(100)}type eq "a"${')'.repeat(100)}]`, value: 'x' }),
    'invalidPath',
  ],
  [ops(...Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'displayName' }))), 'tooMany'],
  [ops({ op: 'replace', path: 'externalId', value: '界'.repeat(500) }), 'invalidValue'],
  // More comparisons than one call may keep the others waiting for.
  [
    ops(
      { op: 'add', path: 'emails', value: Array.from({ length: 60_000 }, (_, n) => `${n}`) },
      { op: 'remove', path: `emails[${Array.from({ length: 99 }, () => 'type eq "a"').join(' or ')}]` },
    ),
    'tooMany',
  ],
  // The second one fails: the first one is undone.
  [
    ops({ op: 'replace', path: 'active', value: false }, { op: 'add', path: 'shoeSize', value: 1 }),
    'invalidPath',
  ],
]

test('a PATCH that is at fault changes nothing, and says why in the shape of SCIM', async () => {
  const world = await aScimWorld()
  const before = await made(world)
  for (const [body, scimType] of refusedPatches) {
    const reply = await world.scim('PATCH', `/Users/${before['id']}`, body)
    expect([JSON.stringify(body).slice(0, 120), ...problem(reply)]).toEqual([
      JSON.stringify(body).slice(0, 120),
      400,
      scimType,
    ])
    expect(reply.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
      scimType,
      detail: expect.stringMatching(/\w/),
    })
  }
  expect((await world.scim('GET', `/Users/${before['id']}`)).body).toEqual(before)
})
