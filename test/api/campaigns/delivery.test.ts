import { describe, expect, test } from 'vitest'
import { aCampaignList, complete, dispatch } from '../../harness/sending/campaign-api.ts'
import { resourceRoutes } from '../../harness/records/resources.ts'

describe('the delivery settings of a campaign', () => {
  async function aSender() {
    const list = await aCampaignList({}, resourceRoutes)
    const { api, organizationId } = list
    const make = async (path: string, record: object) => {
      const place = `organizations/${organizationId}/${path}`
      return (await api.call<{ id: number | string }>('POST', place, record, api.system)).body.data.id
    }
    const used = {
      virtual_mtas: await make('virtual_mtas', { name: 'Fast', type: 'ip_address' }),
      url_domains: await make('url_domains', { domain: 'links.example.com' }),
      bounce_emails: await make('bounce_emails', { email: 'bounce@example.com' }),
      seed_lists: await make('seed_lists', { name: 'Seeds' }),
    }
    const named = {
      virtual_mta_name: 'FAST',
      url_domain_name: 'Links.example.com',
      bounce_email_name: 'bounce@example.com',
      seed_list_names: ['seeds'],
    }
    return { ...list, used, named }
  }

  test('are named by id or by name, and kept until the campaign has ended', async () => {
    const list = await aSender()
    const { used, named, create, call, api, sql, organizationId } = list
    const { data } = (await create({ ...complete, dispatch_attributes: { ...dispatch, ...named } })).body
    expect(data.dispatch).toMatchObject({
      virtual_mta_id: used.virtual_mtas,
      virtual_mta_name: 'Fast',
      virtual_mta_type: 'ip_address',
      url_domain_domain: 'links.example.com',
      bounce_email_email: 'bounce@example.com',
      seed_lists: [{ id: used.seed_lists, name: 'Seeds' }],
      seed_list_id: used.seed_lists,
      seed_list_name: 'Seeds',
    })
    const remove = (path: string, id: number | string) =>
      call('DELETE', `organizations/${organizationId}/${path}/${id}`, undefined, api.system)
    for (const [path, id] of Object.entries(used)) {
      const dependencies = [{ type: 'Campaign', id: data.id }]
      expect((await remove(path, id)).body.data, path).toEqual({ dependencies })
    }
    await sql`update campaigns set state = 'cancelled', finished_at = now()`
    for (const [path, id] of Object.entries(used)) expect((await remove(path, id)).status, path).toBe(200)
  })

  test('must be permitted to the organization', async () => {
    const { used, create, sql, organizationId } = await aSender()
    await sql`update organizations set virtual_mta_mode = 'none' where id = ${organizationId}`
    const given = { ...dispatch, virtual_mta_id: used.virtual_mtas }
    const { body } = await create({ ...complete, dispatch_attributes: given })
    expect(body.error_message).toBe(
      'dispatch_attributes.virtual_mta_id is not permitted in this organization',
    )
  })

  test('default to those of the mailing list', async () => {
    const { used, create, update, sql, listId, organizationId } = await aSender()
    await sql`
      update mailing_lists set d_virtual_mta_id = ${used.virtual_mtas}, d_from_email = 'list@example.com',
        d_from_name = 'List', d_speed = 7 where id = ${listId}`
    await sql`insert into mailing_list_seed_lists values (${organizationId}, ${listId}, ${used.seed_lists})`
    const { data } = (
      await create({ ...complete, dispatch_attributes: { begins_at: 'now', from_name: 'Own' } })
    ).body
    const expected = {
      state: 'scheduled',
      from_email: 'list@example.com',
      from_name: 'Own',
      speed: 7,
      virtual_mta_name: 'Fast',
      seed_list_name: 'Seeds',
    }
    expect(data.dispatch).toMatchObject(expected)
    await sql`update mailing_lists set d_speed = 8 where id = ${listId}`
    const changed = await update(data.id, { dispatch_attributes: { seed_list_id: null } })
    expect(changed.body.data.dispatch).toMatchObject({ ...expected, seed_list_name: null, seed_lists: [] })
  })
})
