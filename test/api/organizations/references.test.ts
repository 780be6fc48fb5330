import { expect, test } from 'vitest'
import type { Api } from '../../harness/core/api.ts'
import { anOrganizationApi, change, shown, someGrants } from '../../harness/records/organizations.ts'

const none = { unsub_suppression_list: null, bounce_suppression_list: null, scomp_suppression_list: null }

function grantAll(given: { mtas: object[]; bounce: object; domain: object }) {
  return {
    permissions: {
      virtual_mta: { mode: 'select_some', virtual_mtas: given.mtas },
      bounce_email: { mode: 'hide_one', bounce_email: given.bounce },
      url_domain: { mode: 'hide_one', url_domain: given.domain },
    },
  }
}

async function granted(api: Api) {
  const { virtual_mta, bounce_email, url_domain } = (await shown(api)).permissions ?? {}
  return { virtual_mta, bounce_email, url_domain }
}

test('references are set by id or by name ignoring case, and answered with both', async () => {
  const api = await anOrganizationApi()
  const { mta, otherMta, domain, list, otherList } = await someGrants(api, api.a.organizationId)
  const answered = {
    virtual_mta: {
      mode: 'select_some',
      virtual_mtas: [
        { id: mta, name: 'Fast', type: 'ip_address' },
        { id: otherMta, name: 'Slow', type: 'relay_server' },
      ],
    },
    bounce_email: { mode: 'hide_one', bounce_email: { id: '4@1', email: 'Bounce@example.com' } },
    url_domain: { mode: 'hide_one', url_domain: { id: domain, domain: 'Links.example.com' } },
  }
  for (const given of [
    {
      mtas: [{ name: ' FAST ' }, { name: 'slow' }, { name: 'Fast' }],
      bounce: { email: 'bounce@EXAMPLE.com' },
      domain: { domain: 'links.example.com' },
    },
    // The id takes precedence over the name; read-only members are ignored.
    {
      mtas: [
        { id: otherMta, name: 'Fast', type: 7 },
        { id: String(mta), name: 'none' },
      ],
      bounce: { id: '4@1', email: 'none' },
      domain: { id: domain, domain: 'none' },
    },
    { mtas: [{ id: mta }, { name: 'slow' }], bounce: { id: 4 }, domain: { id: domain } },
  ]) {
    await change(api, { permissions: { virtual_mta: { mode: 'none' } } })
    expect((await change(api, grantAll(given))).status).toBe(200)
    expect(await granted(api)).toEqual(answered)
  }

  const lists = {
    distribute_removals: false,
    unsub_suppression_list: { name: 'GONE' },
    bounce_suppression_list: { id: otherList, name: 'Gone' },
    scomp_suppression_list: null,
  }
  const { body } = await change(api, { auto_subscriber_management: lists }, api.a)
  expect(body.data.auto_subscriber_management).toEqual({
    distribute_removals: false,
    unsub_suppression_list: { id: list, name: 'Gone' },
    bounce_suppression_list: { id: otherList, name: 'Angry' },
    scomp_suppression_list: null,
  })
  const before = await shown(api)
  expect((await change(api, before)).body.data).toEqual(before)
  // A list that is not named stays; null removes it.
  const kept = { distribute_removals: true, bounce_suppression_list: null }
  expect(
    (await change(api, { auto_subscriber_management: kept })).body.data.auto_subscriber_management,
  ).toEqual({ distribute_removals: true, ...none, unsub_suppression_list: { id: list, name: 'Gone' } })
})

test('a change of mode clears the references of the previous mode', async () => {
  const api = await anOrganizationApi()
  const { mta, domain } = await someGrants(api, api.a.organizationId)
  await change(api, grantAll({ mtas: [{ id: mta }], bounce: { id: '4@1' }, domain: { id: domain } }))
  const permissions = {
    virtual_mta: { mode: 'hide_one', virtual_mtas: [{ id: mta }] },
    bounce_email: { mode: 'select_some', bounce_email: { id: '4@1' } },
    url_domain: { mode: 'none' },
  }
  await change(api, { permissions })
  expect(await granted(api)).toEqual({
    virtual_mta: { mode: 'hide_one' },
    bounce_email: { mode: 'select_some' },
    url_domain: { mode: 'none' },
  })
  expect((await api.sql`select 1 from organization_virtual_mtas`).count).toBe(0)
})

test('a reference to another organization is answered like one to a missing record', async () => {
  const api = await anOrganizationApi()
  const { mta, domain, list } = await someGrants(api, api.b.organizationId)
  const refusal = async (organization: object) => {
    const { status, body } = await change(api, organization)
    expect(status).toBe(422)
    return body.error_message
  }
  const foreign = { mtas: [{ id: mta }, { name: 'Fast' }], bounce: { id: '4@1' }, domain: { id: domain } }
  const missing = { mtas: [{ id: 999 }, { name: 'None' }], bounce: { id: '9@9' }, domain: { id: 999 } }
  const message = await refusal(grantAll(foreign))
  expect(message).toBe(
    [
      'permissions.bounce_email.bounce_email does not exist',
      'permissions.url_domain.url_domain does not exist',
      'permissions.virtual_mta.virtual_mtas.0 does not exist',
      'permissions.virtual_mta.virtual_mtas.1 does not exist',
    ].join(', '),
  )
  expect(await refusal(grantAll(missing))).toBe(message)
  for (const reference of [{ id: list }, { name: 'Gone' }, { id: 999 }, {}, { name: '' }]) {
    const management = { distribute_removals: true, scomp_suppression_list: reference }
    expect(await refusal({ auto_subscriber_management: management })).toBe(
      'auto_subscriber_management.scomp_suppression_list does not exist',
    )
  }
})

test('the database rejects a reference to another organization', async () => {
  const { sql, a, b, ...api } = await anOrganizationApi()
  const { mta, domain, list } = await someGrants({ sql, a, b, ...api }, b.organizationId)
  for (const columns of [
    { url_domain_id: domain },
    { scomp_suppression_list_id: list },
    { bounce_email_user_id: 4, bounce_email_domain_id: 1 },
  ]) {
    const update = sql`update organizations set ${sql(columns as Record<string, number>)} where id = ${a.organizationId}`
    await expect(update).rejects.toThrow('foreign key')
  }
  const insert = sql`insert into organization_virtual_mtas values (${a.organizationId}, ${mta})`
  await expect(insert).rejects.toThrow('foreign key')
})

test('a mode that needs a reference is rejected without one', async () => {
  const api = await anOrganizationApi()
  for (const [permissions, problem] of [
    [{ virtual_mta: { mode: 'select_some' } }, 'virtual_mta.virtual_mtas cannot be blank'],
    [{ virtual_mta: { mode: 'select_some', virtual_mtas: [] } }, 'virtual_mta.virtual_mtas cannot be blank'],
    [{ bounce_email: { mode: 'hide_one' } }, 'bounce_email.bounce_email cannot be blank'],
    [{ url_domain: { mode: 'hide_one', url_domain: null } }, 'url_domain.url_domain cannot be blank'],
    [{ url_domain: {} }, 'url_domain.mode must be one of select_any, select_some, hide_one, none'],
  ] as const) {
    expect((await change(api, { permissions })).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: `permissions.${problem}`,
    })
  }
})
