import { expect, test } from 'vitest'
import { may } from '../../../../console/app/may.ts'
import { isPlaceOf, menuFor } from '../../../../console/app/menu.ts'
import { pages } from '../../../../console/app/pages.ts'
import { endpoints } from '../../../../src/contract/api/endpoints.ts'
import { grantOf } from '../../../../src/contract/api/grants.ts'
import { showOwnUser } from '../../../../src/contract/users/current.ts'
import { permissionNames, type Permission } from '../../../../src/contract/users/permissions.ts'
import { presetRoles } from '../../../../src/contract/users/preset-roles.ts'
import { allows, type Rights } from '../../../../src/contract/users/right-names.ts'
import type { SessionAnswer } from '../../../../src/contract/users/sessions.ts'
import { isAllowed } from '../../../harness/records/needs.ts'
import { everyRight } from '../../../harness/records/sessions.ts'

type Person = Pick<SessionAnswer, 'role' | 'permissions' | 'rights' | 'mailing_list_ids'>

const unlimited = { rights: null, mailing_list_ids: null }

const everyPermission = Object.entries(permissionNames).flatMap(([key, names]) =>
  names.map((name) => `${key}.${name}` as Permission),
)

function standardWith(...permissions: Permission[]): Person {
  const byKey: Record<string, string[]> = {}
  for (const permission of permissions) {
    const [key = '', name = ''] = permission.split('.')
    byKey[key] = [...(byKey[key] ?? []), name]
  }
  return { ...unlimited, role: 'standard', permissions: byKey as Person['permissions'] }
}

const people: Person[] = [
  standardWith(),
  ...everyPermission.map((permission) => standardWith(permission)),
  standardWith(...everyPermission),
  { ...unlimited, role: 'organization_admin', permissions: {} },
  { ...unlimited, role: 'system_admin', permissions: {} },
]

test('the console takes every call for allowed that the server allows, and no other, for every permission', () => {
  const wrong = people.flatMap((person) =>
    endpoints
      .filter((endpoint) => may(person, endpoint) !== isAllowed(person, endpoint.method, endpoint.path))
      .map(({ method, path }) => `${method} ${path} for ${JSON.stringify(person)}`),
  )
  expect(wrong).toEqual([])
})

/** What a permission adds to the pages of a user who has none. */
const added: Partial<Record<Permission, string[]>> = {
  'mailing_list.create': ['/lists/new'],
  'mailing_list.update': ['/lists/:list/readers', '/lists/:list/settings'],
  'autoresponder.create': ['/autoresponders/new'],
  'autoresponder.update': [
    '/lists/:list/autoresponders/:autoresponder/message',
    '/lists/:list/autoresponders/:autoresponder/steps/:step/message',
    '/lists/:list/autoresponders/:autoresponder/steps/new',
  ],
  'web_form.create': ['/lists/:list/forms/new'],
  'subscriber.read': [
    '/people',
    '/lists/:list/people/:person',
    '/lists/:list/autoresponders/:autoresponder/people',
  ],
  'subscriber.import': [
    '/imports',
    '/imports/new',
    '/imports/:import',
    '/imports/:import/preview',
    '/imports/:import/rows/failed',
    '/imports/:import/undo',
  ],
  'subscriber.export': ['/exports', '/exports/new'],
  'segmentation_criteria.create': ['/segments/new'],
  'campaign.create': ['/campaigns/new'],
  'campaign.update': ['/campaigns/:campaign/what', '/campaigns/:campaign/check'],
  'message.read': ['/messages', '/messages/:message'],
  'message_stream.create': ['/streams/new'],
  'message_template.create': ['/message-templates/new'],
  'campaign.read_stats': ['/campaigns/compare', '/campaigns/:campaign/report'],
}

/** What several permissions add together that none of them adds alone. */
const addedTogether: [Permission[], string][] = [
  [['subscriber.read', 'campaign.read_stats'], '/campaigns/:campaign/people'],
  [['subscriber.read', 'autoresponder.read_stats'], '/lists/:list/autoresponders/:autoresponder/reached'],
]

const pathsOf = (person: Person) =>
  pages.filter(({ needs }) => needs === undefined || may(person, needs)).map(({ path }) => path)

test('each permission adds the pages of the table and no others', () => {
  const without = pathsOf(standardWith())
  for (const permission of everyPermission) {
    const more = pathsOf(standardWith(permission)).filter((path) => !without.includes(path))
    expect([permission, more.toSorted()]).toEqual([permission, (added[permission] ?? []).toSorted()])
  }
  for (const [permissions, path] of addedTogether) {
    const alone = permissions.flatMap((permission) => pathsOf(standardWith(permission)))
    const more = pathsOf(standardWith(...permissions)).filter((one) => !alone.includes(one))
    expect([permissions, more]).toEqual([permissions, [path]])
  }
})

const forAll = [
  'Overview',
  'Approvals',
  'Campaigns',
  'Calendar',
  'Autoresponders',
  'Templates',
  'Pictures',
  'Sending rules',
  'Streams',
  'Message templates',
  'Lists',
  'Segments',
  'Suppression',
  'Seed lists',
]
const forAdministrators = [
  'Messages',
  'Jobs',
  'People',
  'Imports',
  'Exports',
  'Messages sent',
  'Credits',
  'Organization',
  'Brand',
  'Users',
  'Roles',
  'Log-in',
  'API keys',
  'Webhooks',
  'Domains',
  'Routes',
  'Audit log',
]
const forSystem = ['Organizations', 'All campaigns', 'Databases', 'All jobs', 'Health']

test.each([
  ['a user without permissions', standardWith(), forAll],
  ['somebody who imports', standardWith('subscriber.import'), [...forAll, 'Imports']],
  [
    'a user with every permission',
    standardWith(...everyPermission),
    [...forAll, 'Messages', 'People', 'Imports', 'Exports'],
  ],
  [
    'an administrator',
    { ...unlimited, role: 'organization_admin' as const, permissions: {} },
    [...forAll, ...forAdministrators],
  ],
  [
    'a system administrator',
    { ...unlimited, role: 'system_admin' as const, permissions: {} },
    [...forAll, ...forAdministrators, ...forSystem],
  ],
])('the menu of %s has what the table says', (_who, person, words) => {
  const items = menuFor(({ needs }) => needs === undefined || may(person, needs)).flatMap(
    ({ items: of }) => of,
  )
  expect(items.map(({ word }) => word).toSorted()).toEqual(words.toSorted())
})

test('the menu marks one item for each page, also for records that lie below their list', () => {
  const paths = menuFor(() => true).flatMap(({ items }) => items.map(({ path }) => path))
  const marked = (here: string) => paths.filter((path) => isPlaceOf(path, here))
  expect(marked('/lists/7/autoresponders/3/people')).toEqual(['/autoresponders'])
  expect(marked('/lists/7/people/57')).toEqual(['/people'])
  expect(marked('/lists/7/forms/2')).toEqual(['/lists'])
  expect(marked('/system/jobs')).toEqual(['/system/jobs'])
})

const ofRole = (rights: Rights): Person => ({ ...standardWith(...everyPermission), rights })

test('a user with a role of the organization is offered the pages that its rights open, and no others', () => {
  expect(pathsOf(ofRole({})).toSorted()).toEqual([
    '/approvals',
    '/approvals/:plan',
    '/connect',
    '/keys',
    '/me',
  ])
  expect(pathsOf(ofRole({ webhook: ['read'] }))).toContain('/settings/webhooks')
  for (const rights of Object.values(presetRoles)) {
    const wrong = pages.filter(({ needs = showOwnUser }) => {
      const isOpen = [needs].flat().every(({ id }) => {
        const [reach, right] = grantOf(id)
        const hasRight = [right ?? []].flat().some((one) => allows(rights, one))
        return reach === 'own' || reach === 'account' || hasRight
      })
      return may(ofRole(rights), needs) !== isOpen
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  }
})

test('a user of some lists is offered no page that needs all of them', () => {
  const limited = { ...ofRole(everyRight), mailing_list_ids: [1] }
  const missing = pathsOf(ofRole(everyRight)).filter((path) => !pathsOf(limited).includes(path))
  expect(missing.toSorted()).toMatchInlineSnapshot(`
    [
      "/lists/new",
      "/reports/credits",
      "/reports/sent",
      "/sending-rules/new",
      "/settings/audit",
      "/settings/brand",
      "/settings/domains",
      "/settings/organization",
      "/streams/new",
      "/suppression/:suppression",
    ]
  `)
  expect(pathsOf(limited)).toEqual(expect.arrayContaining(['/lists', '/campaigns', '/imports', '/segments']))
})
