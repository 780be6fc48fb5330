import { describe, expect, test } from 'vitest'
import { aCampaignList, complete, type Campaign } from '../../harness/sending/campaign-api.ts'
import { allCampaignsRoutes } from '../../../src/http/campaigns/all-lists.ts'
import { aList } from '../../harness/core/records.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { addStats } from '../../../src/store/campaigns/stats.ts'

describe('the list of campaigns', () => {
  async function aYear() {
    const list = await aCampaignList()
    const { create, call, path, sql } = list
    const ids: number[] = []
    for (const started of [null, '2026-03-01T00:00:00Z', '2026-03-31T23:59:59.5Z', '2026-04-01T00:00:00Z']) {
      const { id } = (await create(complete)).body.data
      if (started !== null) {
        await sql`update campaigns set state = 'sending', started_at = ${started} where id = ${id}`
      }
      ids.push(id)
    }
    await sql`update campaigns set state = 'finished', finished_at = now() where id = ${ids[2] ?? 0}`
    const found = async (query: string) => {
      const { body } = await call<Campaign[]>('GET', `${path}?${query}`)
      return body.error_code ?? body.data.map(({ id }) => ids.indexOf(id))
    }
    return { ...list, ids, found }
  }

  test('is sorted by id, in pages, without templates', async () => {
    const { call, path, found, listId } = await aYear()
    await call('POST', `mailing_lists/${listId}/templates`, { name: 'T' })
    expect(await found('')).toEqual([0, 1, 2, 3])
    expect(await found('per_page=2&page=1')).toEqual([2, 3])
    const { body } = await call<Campaign[]>('GET', path)
    expect(body.num_records).toBe(4)
    expect(Object.keys(body.data[0]?.dispatch ?? {}).toSorted()).toEqual([
      'begins_at',
      'finished_at',
      'paused',
      'started_at',
      'state',
      'state_description',
    ])
  })

  test('is filtered by the time of the start and by states', async () => {
    const { found, sql, organizationId } = await aYear()
    expect(await found('started_at__start=2026-03-01')).toEqual([1, 2, 3])
    expect(await found('started_at__end=2026-03-31')).toEqual([1, 2])
    expect(await found('started_at__start=2026-03-02&started_at__end=2026-03-31')).toEqual([2])
    expect(await found('started_at__start=1775001600')).toEqual([3])
    expect(await found('started_at__end=2026-03-01T00:00:00Z')).toEqual([1])
    // The range includes the second of its end.
    expect(await found('started_at__end=2026-03-31T23:59:59Z')).toEqual([1, 2])
    expect(await found('state=scheduled')).toEqual([0])
    expect(await found('state=scheduled,finished')).toEqual([0, 2])
    expect(await found('state=sending&started_at__end=2026-03-15')).toEqual([1])
    await sql`update organizations set time_zone = 'America/Chicago' where id = ${organizationId}`
    expect(await found('started_at__start=2026-03-01')).toEqual([2, 3])
  })

  test('rejects invalid times and states', async () => {
    const { found } = await aYear()
    const reversed = 'started_at__start=2026-03-02&started_at__end=2026-03-01'
    for (const query of [
      'state=paused',
      'state=',
      'started_at__start=soon',
      'started_at__end=now',
      reversed,
    ]) {
      expect(await found(query)).toBe('invalid_request')
    }
  })
})

describe('the list of the campaigns of all lists', () => {
  type Overview = {
    id: number
    subject: string
    mailing_list_name: string
    stats: Record<string, unknown> | null
  }

  test('has the latest first, is filtered, and shows counters to those who may read them', async () => {
    const list = await aCampaignList({}, allCampaignsRoutes)
    const { api, call, create, sql, organizationId, listId } = list
    const otherList = await aList(sql, organizationId, { name: 'Other' })
    const first = (await create({ ...complete, name: 'May news' })).body.data.id
    const second = (await create({ name: 'June' })).body.data.id
    const made = await call<Campaign>('POST', `mailing_lists/${otherList}/campaigns`, {
      campaign: { name: 'MAYbe' },
    })
    const third = made.body.data.id
    await call('POST', `mailing_lists/${listId}/templates`, { name: 'T' })
    await sql`update campaigns set archived = true where id = ${second}`
    const foreign = await aList(sql, api.b.organizationId)
    await call('POST', `mailing_lists/${foreign}/campaigns`, { campaign: { name: 'May' } }, api.b)
    const found = async (query: string) =>
      (await call<Overview[]>('GET', `campaigns?${query}`)).body.data.map(({ id }) => id)
    expect(await found('')).toEqual([third, second, first])
    expect(await found('per_page=1&page=1')).toEqual([second])
    expect(await found('name_contains=may')).toEqual([third, first])
    expect(await found('archived=0')).toEqual([third, first])
    expect(await found(`mailing_list_id=${otherList}`)).toEqual([third])
    expect(await found('state=scheduled')).toEqual([first])
    expect(await found(`ids=${first},${second},999999`)).toEqual([second, first])
    expect((await call('GET', 'campaigns?ids=1,x')).body.error_code).toBe('invalid_request')

    await sql`update campaigns set state = 'sending', started_at = now() where id = ${first}`
    await sql.begin((sql) =>
      addStats(sql, organizationId, { campaignId: first }, [
        { contentId: null, counts: { sent_text: 5, opens_unique: 2 } },
      ]),
    )
    const stats = async (permissions: object) => {
      const as = await aSession(api, organizationId, { role: 'standard', permissions })
      return (await call<Overview[]>('GET', `campaigns?ids=${first}`, undefined, as)).body.data[0]?.stats
    }
    expect(await stats({ campaign: ['read_stats'] })).toMatchObject({
      sent: { total: 5 },
      open: { unique: 2 },
    })
    expect(await stats({ campaign: ['update'] })).toBeNull()
  })
})
