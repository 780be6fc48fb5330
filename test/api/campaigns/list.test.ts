import { describe, expect, test } from 'vitest'
import { aCampaignList, complete } from '../../harness/sending/campaign-api.ts'
import type { Campaign } from '../../harness/sending/campaign-api.ts'

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
