import { describe, expect, test } from 'vitest'
import { anApi } from '../../harness/core/api.ts'
import { aResource, resourceKinds, resourceRoutes } from '../../harness/records/resources.ts'

const forbidden = { status: 403, body: { data: null, error_code: 'not_authorized' } }

describe.each(resourceKinds)('$path', (kind) => {
  const { path, subject, what, unique } = kind

  test('are created, shown, listed, changed and deleted for an organization by a system administrator', async () => {
    const api = await anApi(resourceRoutes)
    const { organizationId } = api.a
    const owned = (record: object) =>
      'organization_id' in record ? { ...record, organization_id: organizationId } : record
    const where = `organizations/${organizationId}/${path}`

    const created = await api.call<{ id: number }>('POST', where, { [subject]: kind.input }, api.system)
    expect(created.body.error_message).toBe(null)
    const { id } = created.body.data
    expect(created.body.data).toEqual({ id, ...owned(kind.answer) })
    for (const [one, as] of [
      [`${where}/${id}`, api.system],
      [`organization/${organizationId}/${path}/${id}`, api.system],
      [`${path}/${id}`, api.a],
    ] as const) {
      expect((await api.call('GET', one, undefined, as)).body.data).toEqual(created.body.data)
    }
    for (const [all, as] of [
      [where, api.system],
      [path, api.a],
    ] as const) {
      const { body } = await api.call<object[]>('GET', all, undefined, as)
      expect(body.data.at(-1)).toEqual(created.body.data)
      expect(body).toMatchObject({ page: 0, per_page: 2000, num_records: body.data.length, num_pages: 1 })
    }

    const changed = await api.call('PUT', `${where}/${id}`, { [subject]: kind.changes }, api.system)
    expect(changed.body.data).toEqual({ id, ...owned(kind.changed) })
    expect((await api.call('PUT', `${where}/${id}`, {}, api.system)).body.data).toEqual({
      id,
      ...owned(kind.changed),
    })
    // A client can send the answer back.
    const sentBack = await api.call('PUT', `${where}/${id}`, changed.body.data, api.system)
    expect(sentBack).toEqual({ ...changed, body: { ...changed.body, data: { id, ...owned(kind.changed) } } })

    const deleted = await api.call('DELETE', `${where}/${id}`, undefined, api.system)
    expect(deleted).toMatchObject({ status: 200, body: { success: true, data: null } })
    expect((await api.call('GET', `${path}/${id}`)).body.error_message).toBe(`${what} not found`)
  })

  test('are readable by the organization, and writable only where they are its own', async () => {
    const api = await anApi(resourceRoutes)
    const { organizationId } = api.a
    const id = await aResource(api, organizationId, kind)
    const where = `organizations/${organizationId}/${path}`
    const calls = (all: string) =>
      [
        ['PUT', `${all}/${id}`, kind.changes],
        ['DELETE', `${all}/${id}`, undefined],
        ['POST', all, kind.input],
        ['POST', all, {}],
      ] as const
    for (const [method, asked, body] of calls(path)) {
      const answer = await api.call(method, asked, body)
      if (kind.ownWriter === null) expect(answer).toMatchObject(forbidden)
      else expect(answer.status).toBe(body !== undefined && Object.keys(body).length === 0 ? 422 : 200)
    }
    for (const [method, asked, body] of [
      ...calls(where),
      ['GET', where],
      ['GET', `${where}/${id}`],
    ] as const) {
      expect(await api.call(method, asked, body)).toMatchObject(forbidden)
      // Rejected before any lookup.
      const elsewhere = asked.replace(`/${organizationId}/`, '/2000000000/')
      expect(await api.call(method, elsewhere, body)).toMatchObject(forbidden)
    }
  })

  test('of another organization are answered like missing ones', async () => {
    const api = await anApi(resourceRoutes)
    const id = await aResource(api, api.b.organizationId, kind)
    const writer = kind.ownWriter === null ? api.system : api.a
    const where = `organizations/${api.a.organizationId}/${path}`
    for (const [method, all, body, as] of [
      ['GET', path, undefined, api.a],
      ['PUT', path, kind.changes, writer],
      ['PUT', path, { [unique]: '' }, writer],
      ['DELETE', path, undefined, writer],
      ['GET', where, undefined, api.system],
      ['PUT', where, kind.changes, api.system],
      ['DELETE', where, undefined, api.system],
    ] as const) {
      const missing = await api.call(method, `${all}/${kind.missing}`, body, as)
      expect(missing).toMatchObject({
        status: 404,
        body: { data: null, error_code: 'not_found', error_message: `${what} not found` },
      })
      expect(await api.call(method, `${all}/${id}`, body, as)).toEqual(missing)
    }
    const { body } = await api.call<object[]>('GET', path)
    expect(JSON.stringify(body.data)).not.toContain(String(Object.values(kind.answer)[0]))
    expect((await api.call('GET', `${path}/${id}`, undefined, api.b)).status).toBe(200)
  })

  test('have names that are unique in their organization, ignoring case, and not across organizations', async () => {
    const api = await anApi(resourceRoutes)
    const { organizationId } = api.a
    const where = `organizations/${organizationId}/${path}`
    await aResource(api, organizationId, kind)
    const text = String(Object.values(kind.answer)[unique === 'email' ? 2 : 0])
    const taken = { ...kind.input, [unique]: ` ${text.toUpperCase()} ` }
    const refusal = {
      status: 422,
      body: { error_code: 'validation_failed', error_message: `${unique} has already been taken` },
    }
    expect(await api.call('POST', where, taken, api.system)).toMatchObject(refusal)
    const other = await aResource(api, organizationId, {
      path,
      input: { ...kind.input, [unique]: text.replace(/^\w/, 'other') },
    })
    expect(await api.call('PUT', `${where}/${other}`, taken, api.system)).toMatchObject(refusal)
    await aResource(api, api.b.organizationId, kind)
  })

  test('leave an audit event in their organization with each change, and none with a rejected one', async () => {
    const api = await anApi(resourceRoutes)
    const { organizationId } = api.a
    const where = `organizations/${organizationId}/${path}`
    const id = await aResource(api, organizationId, kind)
    await api.call('POST', where, kind.input, api.system)
    await api.call('PUT', `${where}/${id}`, kind.changes, api.system)
    await api.call('DELETE', `${where}/${id}`, undefined, api.system)
    const events = await api.sql<{ kind: string }[]>`
      select kind, subject_type, coalesce(subject_id::text, details->>'id') as subject, actor_organization_id, api_key_id
      from audit_events where organization_id = ${organizationId} order by id`
    const type = subject.replaceAll(/(^|_)(\w)/g, (_all, _line, letter: string) => letter.toUpperCase())
    expect([...events]).toEqual(
      ['created', 'updated', 'deleted'].map((happened) => ({
        kind: `${subject}.${happened}`,
        subject_type: type,
        subject: id,
        actor_organization_id: 1,
        api_key_id: api.system.apiKeyId,
      })),
    )
  })

  test('are not found for a missing or deleted organization, or by malformed ids', async () => {
    const api = await anApi(resourceRoutes)
    const { organizationId } = api.b
    const id = await aResource(api, organizationId, kind)
    await api.sql`update organizations set deleted_at = now() where id = ${organizationId}`
    for (const organization of [organizationId, 2_000_000_000, 2_147_483_648, 9_999_999_999, 2 ** 53 - 1]) {
      const where = `organizations/${organization}/${path}`
      for (const [method, asked, body] of [
        ['GET', where],
        ['POST', where, kind.input],
        ['GET', `${where}/${id}`],
        ['PUT', `${where}/${id}`, kind.changes],
        ['DELETE', `${where}/${id}`],
      ] as const) {
        expect(await api.call(method, asked, body, api.system)).toMatchObject({
          status: 404,
          body: { error_code: 'not_found', error_message: 'organization not found' },
        })
      }
    }
    for (const odd of [
      '-1',
      '00',
      '2147483648',
      '9007199254740991',
      '1e3',
      'x',
      '@',
      '%00',
      '%F0%9F%98%80',
    ]) {
      expect((await api.call('GET', `${path}/${odd}`)).status).toBe(404)
      expect((await api.call('DELETE', `organizations/1/${path}/${odd}`, undefined, api.system)).status).toBe(
        404,
      )
    }
  })

  test('reject hostile values in bodies and queries', async () => {
    const api = await anApi(resourceRoutes)
    const where = `organizations/${api.a.organizationId}/${path}`
    const hostile = ['', ' ', '\0', '\ud800', 'x'.repeat(10_000), 7, true, null, [], {}, [['x']], { a: 1 }]
    for (const value of hostile) {
      const answer = await api.call('POST', where, { ...kind.input, [unique]: value }, api.system)
      expect([400, 422]).toContain(answer.status)
    }
    for (const body of [[], 'text', 7, null, { [subject]: [] }]) {
      expect([400, 422]).toContain((await api.call('POST', where, body, api.system)).status)
    }
    for (const query of [
      'order_by=password',
      'order_by=',
      'order_by=id;',
      'page=-1',
      'per_page=0',
      'per_page=x',
    ]) {
      expect((await api.call('GET', `${path}?${query}`)).body.error_code).toBe('invalid_request')
    }
    for (const query of ['name=%00', 'name_contains=%00', 'domain=%00', 'name=a&name=b']) {
      expect((await api.call('GET', `${path}?${query}`)).body.error_code).toBe('invalid_request')
    }
    expect((await api.call('GET', `${path}?per_page=2001`)).body.error_code).toBe('requested_too_many')
    expect(await api.sql`select 1 from audit_events`).toHaveLength(0)
  })
})
