import { expect, test } from 'vitest'
import { aScimWorld, ann, made, ops, problem, user } from './world.ts'

test('lists are filtered, sorted and paged', async () => {
  const world = await aScimWorld()
  const { scim, sql } = world
  for (const [name, more] of [
    ['ann', {}],
    ['Bo', { active: false }],
    ['cy', { externalId: 'C"7' }],
    ['di', {}],
  ] as const) {
    const { externalId: _, ...rest } = ann
    await made(world, {
      ...rest,
      userName: `${name}@example.com`,
      displayName: name,
      emails: [{ value: `${name}@home.example`, type: 'home' }],
      ...more,
    })
  }
  await sql`update scim_users set changed_at = '2020-01-01' where external_id = 'C"7'`
  const find = async (filter: string, more = '') => {
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
    if (status !== 200) return [status, body['scimType']]
    return body['Resources'].map((one) => one['displayName'])
  }
  const found: [string, unknown][] = [
    ['userName eq "ANN@example.com"', ['ann']],
    ['userName Eq "nobody@example.com"', []],
    [`${user}:userName eq "bo@example.com"`, ['Bo']],
    ['externalId eq "C\\"7"', ['cy']],
    ['externalId eq "c\\"7"', []],
    ['id eq "x"', []],
    ['externalId pr', ['cy']],
    ['not (externalId pr)', ['ann', 'Bo', 'di']],
    ['externalId eq null', ['ann', 'Bo', 'di']],
    ['active eq false', ['Bo']],
    ['active eq "False"', ['Bo']],
    ['active ne true', ['Bo']],
    ['displayName co "N"', ['ann']],
    ['displayName sw "b" or displayName sw "c"', ['Bo', 'cy']],
    ['displayName sw "b" or displayName sw "c" and active eq true', ['Bo', 'cy']],
    ['(displayName sw "b" or displayName sw "c") and active eq true', ['cy']],
    ['userName eq "cy@example.com" and active eq false', []],
    ['userName eq "cy@example.com" or active eq false', ['Bo', 'cy']],
    ['userName ew "o@EXAMPLE.com"', ['Bo']],
    ['displayName gt "bo"', ['cy', 'di']],
    ['displayName le "bo"', ['ann', 'Bo']],
    ['emails.value eq "cy@home.example"', ['cy']],
    ['emails eq "cy@home.example"', ['cy']],
    ['emails[type eq "home" and value sw "di"]', ['di']],
    ['emails[type eq "work"]', []],
    ['name.familyName eq "example" and emails.type eq "home"', ['ann', 'Bo', 'cy', 'di']],
    ['meta.lastModified lt "2021-01-01T00:00:00Z"', ['cy']],
    ['meta.lastModified gt "2021-01-01T00:00:00+01:00" and meta.resourceType eq "User"', ['ann', 'Bo', 'di']],
    ['title pr', []],
    ['title eq "Editor"', []],
    ['shoeSize eq 44', [400, 'invalidFilter']],
    ['active co "t"', [400, 'invalidFilter']],
    ['userName eq 7', [400, 'invalidFilter']],
    ['userName', [400, 'invalidFilter']],
    ['userName is "a"', [400, 'invalidFilter']],
    ['userName eq "a" "b"', [400, 'invalidFilter']],
    ['userName eq "a" and', [400, 'invalidFilter']],
    ['(userName eq "a"', [400, 'invalidFilter']],
    ['not userName eq "a"', [400, 'invalidFilter']],
    ['userName eq "a\\x"', [400, 'invalidFilter']],
    ["userName eq 'a'", [400, 'invalidFilter']],
    ['name eq "a"', [400, 'invalidFilter']],
    ['userName eq "a\\u0000"', [400, 'invalidFilter']],
    ['externalId eq "\\ud800"', [400, 'invalidFilter']],
    ['__proto__ pr', [400, 'invalidFilter']],
    ['('.repeat(5_000), [400, 'invalidFilter']],
    [`${'not ('.repeat(700)}active eq true${')'.repeat(700)}`, [400, 'invalidFilter']],
  ]
  for (const [filter, names] of found)
    expect([filter.slice(0, 80), await find(filter)]).toEqual([filter.slice(0, 80), names])
  const page = async (query: string) => {
    const { body } = await scim('GET', `/Users?${query}`)
    const { totalResults, startIndex, itemsPerPage, Resources } = body
    return [totalResults, startIndex, itemsPerPage, Resources.map((one) => one['displayName']).join(' ')]
  }
  expect(await page('')).toEqual([4, 1, 4, 'ann Bo cy di'])
  expect(await page('startIndex=2&count=2')).toEqual([4, 2, 2, 'Bo cy'])
  expect(await page('startIndex=-5&count=1')).toEqual([4, 1, 1, 'ann'])
  expect(await page('startIndex=9')).toEqual([4, 9, 0, ''])
  expect(await page('count=0')).toEqual([4, 1, 0, ''])
  expect(await page('count=-1')).toEqual([4, 1, 0, ''])
  expect(await page('sortBy=userName&sortOrder=descending&count=3')).toEqual([4, 1, 3, 'di cy Bo'])
  expect(await page('sortBy=externalId')).toEqual([4, 1, 4, 'cy ann Bo di'])
  expect(await page('filter=active eq true&startIndex=2&count=1'.replaceAll(' ', '%20'))).toEqual([
    3,
    2,
    1,
    'cy',
  ])
  expect(problem(await scim('GET', '/Users?filter=a&filter=b'))).toEqual([400, 'invalidValue'])
  expect(problem(await scim('GET', '/Users?count=many'))).toEqual([400, 'invalidValue'])
  expect(problem(await scim('GET', '/Users?sortBy=userName&sortOrder=up'))).toEqual([400, 'invalidValue'])
  await sql`
    insert into users (organization_id, email, email_key, full_name, role, active)
    select ${world.a.organizationId}, n || '@example.com', n || '@example.com', 'x', 'standard', true
    from generate_series(1, 200) n`
  const { body: most } = await scim('GET', '/Users?count=1000')
  expect([most.totalResults, most.itemsPerPage]).toEqual([204, 200])
  const search = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: 'displayName eq "cy"',
    attributes: ['userName'],
  }
  const { body } = await scim('POST', '/Users/.search', search)
  expect(body['Resources']).toEqual([{ schemas: [user], id: expect.any(String), userName: 'cy@example.com' }])
})

test('answers have the attributes that were asked for, and versions hold changes back', async () => {
  const world = await aScimWorld()
  const { scim } = world
  const { id, meta } = await made(world)
  const keys = async (query: string) =>
    Object.keys((await scim('GET', `/Users/${id}?${query}`)).body).toSorted()
  expect(await keys('attributes=userName,name.givenName')).toEqual(['id', 'name', 'schemas', 'userName'])
  expect((await scim('GET', `/Users/${id}?attributes=name.givenName`)).body['name']).toEqual({
    givenName: 'Ann',
  })
  expect((await scim('GET', `/Users/${id}?excludedAttributes=name.givenName,id`)).body).toMatchObject({
    id,
    name: { familyName: 'Example', formatted: 'Ann Example' },
  })
  expect(await keys('excludedAttributes=emails,groups,meta,name,displayName')).toEqual([
    'active',
    'externalId',
    'id',
    'schemas',
    'userName',
  ])
  expect(problem(await scim('GET', `/Users/${id}?attributes=shoeSize`))).toEqual([400, 'invalidPath'])
  const { version } = meta
  expect(
    (await scim('GET', `/Users/${id}`, undefined, { headers: { 'if-none-match': version } })).status,
  ).toBe(304)
  const change = ops({ op: 'replace', path: 'displayName', value: 'Bo' })
  const ifMatch = (value: string) => ({ headers: { 'if-match': value } })
  expect((await scim('PATCH', `/Users/${id}`, change, ifMatch('W/"old"'))).status).toBe(412)
  const changed = await scim('PATCH', `/Users/${id}`, change, ifMatch(version))
  expect([changed.status, changed.body['meta'].version === version]).toEqual([200, false])
  expect((await scim('DELETE', `/Users/${id}`, undefined, ifMatch(version))).status).toBe(412)
  expect((await scim('PUT', `/Users/${id}`, ann, ifMatch('*'))).status).toBe(200)
})
