import { describe, expect, test } from 'vitest'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { aSubscriberList } from '../../harness/records/subscribers.ts'

async function aStart() {
  const started = await aSubscriberList()
  /** The names of the autoresponders with a waiting reaction; deletes the reactions. */
  const reacted = async () => {
    const rows = await started.sql<{ name: string }[]>`
      with taken as (delete from autoresponder_reactions returning organization_id, autoresponder_id)
      select a.name from taken
      join autoresponders a on a.organization_id = taken.organization_id and a.id = taken.autoresponder_id
      order by a.name`
    return rows.map(({ name }) => name)
  }
  return { ...started, reacted }
}

describe('adding a subscriber', () => {
  test('triggers the autoresponders of its list that run from the API, paused ones too', async () => {
    const { api, sql, organizationId, listId, path, reacted } = await aStart()
    await anAutoresponder(sql, organizationId, listId, { name: 'On' })
    await anAutoresponder(sql, organizationId, listId, {
      name: 'Paused',
      paused: true,
      paused_at: new Date(),
    })
    await anAutoresponder(sql, organizationId, listId, { name: 'Import only', trigger_run_on_api: false })
    await anAutoresponder(sql, organizationId, listId, { name: 'Of the API', trigger: 'api' })
    await anAutoresponder(sql, organizationId, await aList(sql, organizationId), { name: 'Other list' })
    await api.call('POST', path, { email: 'a@example.com' })
    expect(await reacted()).toEqual(['On', 'Paused'])
  })

  test('triggers none for an inactive subscriber, none on request, none when rejected', async () => {
    const { api, sql, organizationId, listId, path, reacted } = await aStart()
    await anAutoresponder(sql, organizationId, listId)
    await api.call('POST', path, { email: 'a@example.com', status: 'unsubscribed' })
    await api.call('POST', path, { subscriber: { email: 'b@example.com', skip_autoresponders: '1' } })
    await api.call('POST', path, { subscriber: { email: 'c@example.com' }, skip_autoresponders: true })
    await api.call('POST', path, { email: 'd@example.com', skip_autoresponders: 1 })
    await api.call('POST', path, { email: 'b@example.com' })
    expect(await reacted()).toEqual([])
  })

  test('triggers those whose name matches the filter, in the record or beside it', async () => {
    const { api, sql, organizationId, listId, path, reacted } = await aStart()
    for (const name of ['Welcome one', 'Welcome two', 'News']) {
      await anAutoresponder(sql, organizationId, listId, { name })
    }
    await api.call('POST', path, { subscriber: { email: 'a@example.com' }, autoresponder_filter: 'welcome*' })
    expect(await reacted()).toEqual(['Welcome one', 'Welcome two'])
    await api.call('POST', path, { subscriber: { email: 'b@example.com', autoresponder_filter: '*ONE' } })
    expect(await reacted()).toEqual(['Welcome one'])
    const refused = await api.call('POST', path, {
      subscriber: { email: 'c@example.com' },
      autoresponder_filter: 5,
    })
    expect(refused.body.error_message).toBe('autoresponder_filter must be a string')
  })
})

describe('changing a subscriber', () => {
  test('triggers nothing by default, and on request the same as a new subscription', async () => {
    const { api, sql, organizationId, listId, path, reacted } = await aStart()
    await api.call('POST', path, { email: 'a@example.com', status: 'unsubscribed' })
    await anAutoresponder(sql, organizationId, listId)
    const one = `${path}/a@example.com`
    await api.call('PUT', one, { status: 'bounced', run_autoresponders: true })
    expect(await reacted()).toEqual([])
    await api.call('PUT', one, { status: 'active' })
    expect(await reacted()).toEqual([])
    await api.call('PUT', one, { subscriber: {}, run_autoresponders: true })
    expect(await reacted()).toEqual(['Welcome'])
  })

  test('triggers none on request if one of them already has a reaction waiting', async () => {
    const { api, sql, organizationId, listId, path, reacted } = await aStart()
    await anAutoresponder(sql, organizationId, listId, { name: 'Welcome' })
    await anAutoresponder(sql, organizationId, listId, { name: 'Offer' })
    await api.call('POST', path, { email: 'a@example.com', autoresponder_filter: 'welcome' })
    const one = `${path}/a@example.com`
    const again = { run_autoresponders: true, autoresponder_exclude_reacted: true }
    await api.call('PUT', one, again)
    expect(await reacted()).toEqual(['Welcome'])
    await api.call('POST', path, { email: 'b@example.com', autoresponder_filter: 'welcome' })
    await api.call('PUT', `${path}/b@example.com`, { ...again, autoresponder_filter: 'offer' })
    expect(await reacted()).toEqual(['Offer', 'Welcome'])
  })
})
