import { describe, expect, test } from 'vitest'
import { anAutoresponderList } from '../../test/harness/autoresponders.ts'
import type { Autoresponder } from '../../test/harness/autoresponders.ts'
import { aList, anAutoresponder, aRemoteList } from '../../test/harness/records.ts'

describe('references', () => {
  test('to what is not there, or is another organization’s, are refused in the same words', async () => {
    const { api, sql, create } = await anAutoresponderList()
    const { organizationId: other } = api.b
    await sql`insert into virtual_mtas (organization_id, id, name, type) values (${other}, 71, 'V', 'ip_address')`
    await sql`insert into url_domains (organization_id, id, domain) values (${other}, 71, 'example.com')`
    await sql`insert into bounce_emails (organization_id, user_id, domain_id, email) values (${other}, 71, 71, 'b@e.com')`
    const message = (fields: object) => create(fields).then(({ body }) => body.error_message)
    for (const id of [71, 72]) {
      expect(await message({ virtual_mta_id: id })).toBe('virtual_mta_id does not exist')
      expect(await message({ url_domain_id: id })).toBe('url_domain_id does not exist')
      expect(await message({ bounce_email_user_id: id, bounce_email_domain_id: id })).toBe(
        'bounce_email_user_id does not exist',
      )
    }
    expect(await message({ segmentation_criteria_id: 1 })).toBe('segmentation_criteria_id does not exist')
    expect(await message({ special_sending_rule_id: 1 })).toBe('special_sending_rule_id does not exist')
    expect(await message({ special_sending_rule_name: 'x' })).toBe('special_sending_rule_name does not exist')
  })

  test('to autoresponders stay on the list', async () => {
    const { api, sql, organizationId, create } = await anAutoresponderList()
    const elsewhere = await anAutoresponder(sql, organizationId, await aList(sql, organizationId))
    const foreign = await anAutoresponder(sql, api.b.organizationId, await aList(sql, api.b.organizationId))
    for (const id of [elsewhere, foreign, 999_999]) {
      const { body } = await create({ trigger: 'autoresponder_open', trigger_autoresponder_to_open_id: id })
      expect(body.error_message).toBe('trigger_autoresponder_to_open_id does not exist')
    }
  })

  test('never close a circle in which messages would have no end', async () => {
    const { api, path, create } = await anAutoresponderList()
    const a = (await create({ name: 'A' })).body.data.id
    const b = (
      await create({ name: 'B', trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: a })
    ).body.data.id
    const c = (
      await create({ name: 'C', trigger: 'autoresponder_open', trigger_autoresponder_to_open_id: b })
    ).body.data.id
    for (const id of [a, b, c]) {
      const fields = { trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: id }
      const { body } = await api.call('PUT', `${path}/${a}`, fields)
      expect(body.error_message).toBe(
        'trigger_autoresponder_to_send_id would make autoresponders set off each other for ever',
      )
    }
    const straight = { trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: a }
    expect((await api.call('PUT', `${path}/${c}`, straight)).status).toBe(200)
  })
})

test('the list of an organization is nobody else’s', async () => {
  const { api, sql, listId, path, create } = await anAutoresponderList()
  const { id } = (await create({})).body.data
  const own = await aList(sql, api.b.organizationId)
  const fields = { name: 'x', trigger: 'api' }
  const calls = [
    ['GET', (list: number) => `mailing_lists/${list}/autoresponders`],
    ['GET', (list: number) => `mailing_lists/${list}/autoresponders/${id}`],
    ['POST', (list: number) => `mailing_lists/${list}/autoresponders`],
    ['PUT', (list: number) => `mailing_lists/${list}/autoresponders/${id}`],
  ] as const
  for (const [method, pathOf] of calls) {
    const body = method === 'GET' ? undefined : fields
    const foreign = await api.call(method, pathOf(listId), body, api.b)
    expect(foreign.body).toMatchObject({
      error_code: 'not_found',
      error_message: 'mailing list not found',
      data: null,
    })
    for (const missing of [2_000_000_000, 9_000_000_000]) {
      expect(await api.call(method, pathOf(missing), body, api.b)).toEqual(foreign)
    }
  }
  for (const method of ['GET', 'PUT'] as const) {
    const body = method === 'GET' ? undefined : fields
    for (const wanted of [id, 2_000_000_000, 9_000_000_000]) {
      const answer = await api.call(method, `mailing_lists/${own}/autoresponders/${wanted}`, body, api.b)
      expect(answer.body).toMatchObject({ error_code: 'not_found', error_message: 'autoresponder not found' })
    }
  }
  expect((await api.call<Autoresponder>('GET', `${path}/${id}`)).body.data['name']).toBe('Welcome')
})

test('remote lists have no autoresponders', async () => {
  const { api, sql } = await anAutoresponderList()
  const listId = await aRemoteList(sql)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/1'],
    ['POST', ''],
    ['PUT', '/1'],
  ] as const) {
    const body = method === 'GET' ? undefined : { name: 'x', trigger: 'api' }
    const answer = await api.call(method, `mailing_lists/${listId}/autoresponders${path}`, body, api.system)
    expect([answer.status, answer.body.error_message]).toEqual([
      422,
      'autoresponders are not available on remote lists',
    ])
  }
})
