import { anImport } from '../../harness/records/lists.ts'
import { describe, expect, test } from 'vitest'
import { aField, aList } from '../../harness/core/records.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { aSegmentList } from '../../harness/records/segments.ts'

const within = (name: string, operator = 'is_in') => ({ type: 'in_segment', operator, segment: { name } })
const campaignClause = (id: number) => ({
  type: 'activity', activity: 'opened', operator: 'did_not', campaign: { id },
}) // oxfmt-ignore

describe('segments in segments', () => {
  test('cannot form a circle, however long, and the one that is used cannot be deleted', async () => {
    const { call, create } = await aSegmentList()
    const ids: number[] = []
    const names = ['A', 'B', 'C']
    for (const [place, name] of names.entries()) {
      const inner = names[place - 1]
      ids.push((await create(inner === undefined ? [] : [within(inner)], name)).body.data.id)
    }
    const message = 'clauses name a segment that selects by this segment: segments cannot contain each other'
    for (const name of names) {
      const { body } = await call('PUT', `segments/${ids[0]}`, {
        clauses: [{ type: 'not', clauses: [within(name)] }],
      })
      expect(body).toMatchObject({ error_code: 'validation_failed', error_message: message })
    }
    const { body } = await call('DELETE', `segments/${ids[0]}`)
    expect(body.error_message).toBe('segment cannot be deleted while it is in use')
    expect(body.data).toEqual({ dependencies: [{ type: 'Segment', id: ids[1] }] })
    const uses = await call('GET', `segments/${ids[0]}/uses`)
    expect(uses.body.data).toMatchObject({ segments: [{ id: ids[1], name: 'B' }] })
    expect((await call('DELETE', `segments/${ids[2]}`)).status).toBe(200)
  })

  test('are five levels deep at most, and changes below count', async () => {
    const { call, create } = await aSegmentList()
    const ids: number[] = []
    for (let level = 0; level <= 5; level += 1) {
      const inner = level === 0 ? [] : [within(`Level ${level - 1}`)]
      ids.push((await create(inner, `Level ${level}`)).body.data.id)
    }
    expect((await create([within('Level 5')], 'Too deep')).body.error_message).toBe(
      'clauses name segments in segments, 6 levels deep: at most 5 are possible',
    )
    await create([], 'Below')
    const { body } = await call('PUT', `segments/${ids[0]}`, { clauses: [within('Below')] })
    expect(body.error_message).toBe(
      'then the clauses of the segment “Level 5” name segments in segments, 6 levels deep: at most 5 are possible',
    )
  })

  test('are of one list', async () => {
    const { api, call, create, organizationId } = await aSegmentList()
    const other = await aList(api.sql, organizationId, { name: 'Other' })
    await call('POST', `mailing_lists/${other}/segments`, { segment: { name: 'Elsewhere', clauses: [] } })
    expect((await create([within('Elsewhere')])).body.error_message).toBe(
      'clauses name a segment that does not exist on the mailing list of the segment',
    )
  })
})

test('a field and a campaign that a segment names cannot be deleted', async () => {
  const { call, sql, organizationId, listId, create } = await aSegmentList()
  const town = await aField(sql, organizationId, listId, { name: 'Town' })
  const idle = { name: 'Idle', state: 'idle', started_at: null, finished_at: null }
  const campaign = await aStartedCampaign(sql, organizationId, listId, idle)
  const blank = { type: 'custom_field', custom_field: { id: town }, operator: 'is_blank' }
  const { id } = (await create([{ type: 'not', clauses: [blank, campaignClause(campaign)] }])).body.data
  for (const path of [`custom_fields/${town}`, `campaigns/${campaign}`]) {
    const { status, body } = await call('DELETE', path)
    expect(status).toBe(422)
    expect(body.data).toEqual({ dependencies: [{ type: 'Segment', id }] })
  }
  await call('DELETE', `segments/${id}`)
  for (const path of [`custom_fields/${town}`, `campaigns/${campaign}`]) {
    expect((await call('DELETE', path)).status).toBe(200)
  }
})

test('what is gone is said, and selects nobody: a list, a field, a campaign, a segment, an import', async () => {
  const { call, sql, organizationId, listId, create } = await aSegmentList()
  await sql`insert into subscribers ${sql({ organization_id: organizationId, mailing_list_id: listId, key: 'a@example.com' })}`
  const other = await aList(sql, organizationId, { name: 'Other' })
  const town = await aField(sql, organizationId, listId, { name: 'Town' })
  const campaign = await aStartedCampaign(sql, organizationId, listId)
  const inner = (await create([{ type: 'subscriber_status', operator: 'is', value: 'bounced' }], 'Inner'))
    .body.data.id
  const over = { state: 'finished', finished_at: new Date() }
  const run = { id: await anImport(sql, organizationId, listId, over) }
  const unkept = { id: await anImport(sql, organizationId, listId, over) }
  const cases: [object, () => PromiseLike<unknown>, string][] = [
    [
      { type: 'in_mailing_list', operator: 'is_not_in', mailing_list: { id: other } },
      () => sql`update mailing_lists set deleted_at = now() where id = ${other}`,
      `a mailing list that no longer exists (id ${other})`,
    ],
    [
      { type: 'custom_field', custom_field: { id: town }, operator: 'is_blank' },
      () => sql`update custom_fields set deleted_at = now() where id = ${town}`,
      `a custom field that no longer exists (id ${town})`,
    ],
    [campaignClause(campaign), () => sql`delete from campaigns where id = ${campaign}`, `a campaign that no longer exists (id ${campaign})`],
    [within('Inner', 'is_not_in'), () => sql`delete from segments where id = ${inner}`, `another segment that no longer exists (id ${inner})`],
    [
      { type: 'import', operator: 'not_added_by', import: { id: run.id } },
      () => sql`insert into import_undos (organization_id, import_id) values (${organizationId}, ${run.id})`,
      `the import ${run.id}, which was undone`,
    ],
    [
      { type: 'import', operator: 'not_changed_by', import: { id: unkept.id } },
      () => sql`update subscriber_imports set keep_for_undo = false where id = ${unkept.id}`,
      `the import ${unkept.id}, of which nothing records whom it added and changed`,
    ],
  ] // oxfmt-ignore
  for (const [clause, remove, what] of cases) {
    const { id } = (await create([clause], what)).body.data
    const path = `mailing_lists/${listId}/subscribers?segment_id=${id}`
    expect((await call('GET', path)).body.num_records, what).toBe(1)
    await remove()
    const { status, body } = await call('GET', path)
    expect(status).toBe(422)
    expect(body.error_message).toBe(`the segment names ${what}: change the segment, then try again`)
  }
})
