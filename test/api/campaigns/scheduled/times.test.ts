import { describe, expect, test } from 'vitest'
import { isSharded } from '../../../harness/postgres/waiting.ts'
import {
  aCampaignList,
  complete,
  dispatch,
  message,
  type Campaign,
} from '../../../harness/sending/campaign-api.ts'

const state = ({ body }: { body: { data: Campaign } }) => body.data.dispatch?.state

describe('a campaign is scheduled', () => {
  test('only when nothing is missing', async () => {
    const { create } = await aCampaignList()
    const { segmentation_criteria_ad_hoc: segment, contents, ...bare } = complete
    expect(state(await create(complete))).toBe('scheduled')
    // The text part is generated from the HTML.
    const both = { subject: 'News', format: 'both', html: '<p>Good day.</p>' }
    expect(state(await create({ ...complete, contents: [both] }))).toBe('scheduled')
    for (const incomplete of [
      { ...bare, contents },
      { ...bare, segmentation_criteria_ad_hoc: segment },
      { ...complete, contents: [] },
      { ...complete, contents: [message, { ...message, text: ' ' }] },
      { ...complete, contents: [{ ...message, format: 'both' }] },
      { ...complete, dispatch_attributes: { ...dispatch, begins_at: null, state: 'scheduled' } },
      { ...complete, dispatch_attributes: { ...dispatch, from_email: '' } },
    ]) {
      expect(state(await create(incomplete)), JSON.stringify(incomplete)).toBe('idle')
    }
    const { body } = await create({ ...bare, dispatch_attributes: undefined })
    expect(body.data).not.toHaveProperty('dispatch')
  })

  test('and otherwise the answer names what is missing', async () => {
    const { create, update, show, sql, listId } = await aCampaignList()
    const missing = ({ body }: { body: { data: Campaign } }) => body.data['missing']
    const bare = await create({ name: 'News' })
    expect(missing(bare)).toEqual(['segment', 'content', 'from_email', 'begins_at'])
    const { id } = bare.body.data
    expect((await show(id))['missing']).toEqual(missing(bare))
    // The misspelt member is ignored.
    expect(missing(await update(id, { segmentation_criteria_ad_hoc: [], content: [message] }))).toEqual([
      'content',
      'from_email',
      'begins_at',
    ])
    await sql`update mailing_lists set d_from_email = 'list@example.com' where id = ${listId}`
    expect(missing(await update(id, { contents: [{ ...message, format: 'html' }] }))).toEqual([
      'content',
      'begins_at',
    ])
    expect(
      missing(await update(id, { contents: [message], dispatch_attributes: { from_email: '' } })),
    ).toEqual(['from_email', 'begins_at'])
    const kept = { ...dispatch, state: 'idle' }
    expect(missing(await update(id, { dispatch_attributes: kept }))).toEqual([])
    expect(missing(await update(id, { dispatch_attributes: dispatch }))).toEqual([])
  })

  test('by the update that adds the missing part, and idle again without it', async () => {
    const { create, update } = await aCampaignList()
    const { id } = (await create({ ...complete, contents: [] })).body.data
    expect(state(await update(id, { contents: [message] }))).toBe('scheduled')
    expect(state(await update(id, { dispatch_attributes: { begins_at: null } }))).toBe('idle')
    expect(state(await update(id, { dispatch_attributes: { begins_at: 'now' } }))).toBe('scheduled')
    expect(state(await update(id, { segmentation_criteria_id: null }))).toBe('idle')
  })

  test('not if it is to stay idle', async () => {
    const { create, update } = await aCampaignList()
    const idle = { ...complete, dispatch_attributes: { ...dispatch, state: 'idle' } }
    const { id } = (await create(idle)).body.data
    expect(state(await update(id, { name: 'Renamed' }))).toBe('idle')
    expect(state(await update(id, { dispatch_attributes: { state: 'scheduled' } }))).toBe('scheduled')
    expect(state(await update(id, { dispatch_attributes: { state: 'idle' } }))).toBe('idle')
  })

  test.each([
    ['2015-01-22 11:10AM CST', '2015-01-22T17:10:00Z'],
    ['2015-06-29 3:11PM', '2015-06-29T15:11:00Z'],
    ['2015-06-29 12:11 am EDT', '2015-06-29T04:11:00Z'],
    ['2099-01-22T10:00:00+02:00', '2099-01-22T08:00:00Z'],
    ['2099-01-22 10:00', '2099-01-22T10:00:00Z'],
    [4_070_908_800, '2099-01-01T00:00:00Z'],
  ])('to begin at %s', async (given, expected) => {
    const { create } = await aCampaignList()
    const { body } = await create({ ...complete, dispatch_attributes: { ...dispatch, begins_at: given } })
    expect(body.data.dispatch).toMatchObject({ state: 'scheduled', begins_at: expected })
    const past = 'dispatch_attributes.begins_at is in the past: sending starts at once'
    expect(body.warnings?.includes(past) ?? false).toBe(expected < '2026')
  })

  test('to begin now by the clock of the database', async () => {
    const { create, sql } = await aCampaignList()
    const { id } = (await create({ ...complete, dispatch_attributes: { ...dispatch, begins_at: 'NOW' } }))
      .body.data
    // Each node of a cluster has a clock.
    const near = isSharded ? '1 s' : '1 ms'
    const [row] = await sql<{ is_now: boolean }[]>`
      select created_at - begins_at between ${isSharded ? '-1 s' : '0 s'}::interval and ${near}::interval as is_now
      from campaigns where id = ${id}`
    expect(row?.is_now).toBe(true)
  })
})
