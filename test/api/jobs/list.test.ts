import { anImport } from '../../harness/records/lists.ts'
import { describe, expect, test } from 'vitest'
import { anApi, type Actor, type Api } from '../../harness/core/api.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { aList } from '../../harness/core/records.ts'
import { jobRoutes } from '../../../src/http/jobs/routes.ts'

type Job = { id: number; job_type: string; organization_id: number; state: string; begins_at: string }

async function aServer() {
  const api = await anApi(jobRoutes)
  const lists = {
    a: await aList(api.sql, api.a.organizationId),
    b: await aList(api.sql, api.b.organizationId),
  }
  const imported = (whose: 'a' | 'b', begins: string, attributes: object = {}) =>
    anImport(api.sql, api[whose].organizationId, lists[whose], {
      begins_at: begins,
      source_type: 'json',
      source_filename: 'people.csv',
      ...attributes,
    })
  const campaign = (whose: 'a' | 'b', begins: string | null, attributes: object = {}) =>
    aStartedCampaign(api.sql, api[whose].organizationId, lists[whose], { begins_at: begins, ...attributes })
  return { ...api, lists, imported, campaign }
}

const jobs = (api: Api, path = 'jobs/all', as: Actor = api.a) => api.call<Job[]>('GET', path, undefined, as)
const idsOf = async (api: Api, path?: string, as?: Actor) =>
  (await jobs(api, path, as)).body.data.map(({ id, job_type: type }) => `${type} ${id}`)

const notStarted = { started_at: null, finished_at: null }
const past = '2026-01-01T00:00:00Z'
const future = '2099-01-01T00:00:00Z'

test('imports and campaigns have one shape', async () => {
  const server = await aServer()
  const { sql, a, lists } = server
  const importId = await server.imported('a', '2026-01-03T00:00:00Z', {
    state: 'importing',
    number_of_records: 10,
    records_imported: 4,
    added: 4,
    started_at: '2026-01-03T00:00:05Z',
    created_at: '2026-01-02T00:00:00Z',
    next_attempt_at: '2026-01-03T00:10:00Z',
  })
  const campaignId = await server.campaign('a', '2026-01-02T00:00:00Z', {
    name: 'News',
    state: 'sending',
    started_at: '2026-01-02T00:00:01Z',
    finished_at: null,
    created_at: past,
    updated_at: '2026-01-02T00:00:09Z',
  })
  await sql`
    insert into campaign_stats (organization_id, campaign_id, recipients_total, recipients_sent, recipients_skip)
    values (${a.organizationId}, ${campaignId}, 100, 30, 5)`
  const { body } = await jobs(server)
  const common = { organization_id: a.organizationId, mailing_list_id: lists.a, suppression_list_id: null }
  expect(body).toMatchObject({ page: 0, per_page: 100, num_records: 2, num_pages: 1 })
  expect(body.data).toEqual([
    {
      ...common,
      id: importId,
      job_type: 'SubscriberImport',
      name: 'people.csv',
      state: 'active',
      state2: null,
      paused: false,
      progress_value: 4,
      progress_total: 10,
      begins_at: '2026-01-03T00:00:00Z',
      started_at: '2026-01-03T00:00:05Z',
      finished_at: null,
      retry_at: '2026-01-03T00:10:00Z',
      created_at: '2026-01-02T00:00:00Z',
      updated_at: '2026-01-03T00:00:05Z',
    },
    {
      ...common,
      id: campaignId,
      job_type: 'Campaign',
      name: 'News',
      state: 'active',
      state2: null,
      paused: false,
      progress_value: 35,
      progress_total: 100,
      begins_at: '2026-01-02T00:00:00Z',
      started_at: '2026-01-02T00:00:01Z',
      finished_at: null,
      retry_at: null,
      created_at: past,
      updated_at: '2026-01-02T00:00:09Z',
    },
  ])
})

test('the undo of an import is a job beside it', async () => {
  const server = await aServer()
  const { sql, a, lists } = server
  const importId = await server.imported('a', past, {
    state: 'finished',
    started_at: past,
    finished_at: past,
  })
  await server.imported('b', past, { state: 'finished', started_at: past, finished_at: past })
  await sql`
    insert into jobs (organization_id, kind, id, mailing_list_id, name, state, total, progress, begins_at, started_at)
    values (${a.organizationId}, 'SubscriberImportUndo', ${importId}, ${lists.a}, 'people.csv', 'undoing', 9, 3,
      '2026-01-05T00:00:00Z', '2026-01-05T00:00:07Z')`
  expect(await idsOf(server)).toEqual([`SubscriberImportUndo ${importId}`, `SubscriberImport ${importId}`])
  expect(await idsOf(server, 'jobs/unfinished')).toEqual([`SubscriberImportUndo ${importId}`])
  expect(await idsOf(server, 'jobs/all', server.b)).not.toContain(`SubscriberImportUndo ${importId}`)
  const [undo] = (await jobs(server, 'jobs/all?job_type=SubscriberImportUndo')).body.data
  expect(undo).toMatchObject({
    name: 'people.csv',
    organization_id: a.organizationId,
    mailing_list_id: lists.a,
    state: 'active',
    progress_value: 3,
    progress_total: 9,
    begins_at: '2026-01-05T00:00:00Z',
    started_at: '2026-01-05T00:00:07Z',
    finished_at: null,
  })
})

describe('the state of', () => {
  test.each([
    ['scheduled', past, {}, 'pending'],
    ['scheduled', future, {}, 'scheduled'],
    ['downloading', past, {}, 'active'],
    ['splitting', past, {}, 'active'],
    ['importing', past, {}, 'active'],
    ['paused', past, { paused_from: 'importing' }, 'paused'],
    ['finished', past, { finished_at: past, number_of_records: 0 }, 'finished'],
    ['failed', past, { finished_at: past }, 'failed'],
    ['cancelled', past, { finished_at: past }, 'cancelled'],
  ])('an import that is %s and begins at %s', async (state, begins, attributes, expected) => {
    const server = await aServer()
    await server.imported('a', begins, { state, ...attributes })
    expect((await jobs(server)).body.data).toMatchObject([{ state: expected, paused: expected === 'paused' }])
    const isUnfinished = ['pending', 'scheduled', 'active', 'paused'].includes(expected)
    expect((await jobs(server, 'jobs/unfinished')).body.data).toHaveLength(isUnfinished ? 1 : 0)
    expect((await jobs(server, `jobs/all?state=${expected}`)).body.data).toHaveLength(1)
  })

  const sending = { state: 'sending', finished_at: null }
  test.each([
    ['scheduled and due', { state: 'scheduled', begins_at: past, ...notStarted }, 'pending', null],
    ['scheduled', { state: 'scheduled', begins_at: future, ...notStarted }, 'scheduled', null],
    ['paused', { state: 'scheduled', begins_at: future, paused: true, ...notStarted }, 'paused', null],
    ['sending', sending, 'active', null],
    ['sending and paused', { ...sending, paused: true }, 'paused', null],
    [
      'waiting for its winner',
      { ...sending, pass: 'test', decide_at: future },
      'active',
      'onhold_autowinner',
    ],
    ['finished', {}, 'finished', null],
    ['failed', { state: 'failed' }, 'failed', null],
    ['cancelled', { state: 'cancelled' }, 'cancelled', null],
  ])('a campaign that is %s', async (_what, attributes, state, state2) => {
    const server = await aServer()
    await server.campaign('a', past, attributes)
    expect((await jobs(server)).body.data).toMatchObject([{ state, state2, paused: state === 'paused' }])
    const isUnfinished = ['pending', 'scheduled', 'active', 'paused'].includes(state)
    expect((await jobs(server, 'jobs/unfinished')).body.data).toHaveLength(isUnfinished ? 1 : 0)
    expect((await jobs(server, `jobs/all?state=${state}`)).body.data).toHaveLength(1)
  })

  test('nothing else: idle campaigns, templates and campaigns cancelled before they started are not jobs', async () => {
    const server = await aServer()
    const idle = { state: 'idle', ...notStarted }
    await server.campaign('a', past, idle)
    await server.campaign('a', null, { ...idle, template: true })
    await server.campaign('a', null, { state: 'cancelled', started_at: null })
    expect((await jobs(server)).body).toMatchObject({ data: [], num_records: 0 })
  })
})

test('an export is a job, with its list as name', async () => {
  const server = await aServer()
  const [made] = await server.sql<{ id: number }[]>`
    insert into jobs (organization_id, kind, id, mailing_list_id, state, begins_at, started_at, total, progress)
    values (${server.a.organizationId}, 'SubscriberExport', 1, ${server.lists.a}, 'exporting', ${past}, ${past}, 10, 4)
    returning id`
  expect((await jobs(server, 'jobs/unfinished?job_type=SubscriberExport')).body.data).toMatchObject([
    {
      id: made?.id,
      job_type: 'SubscriberExport',
      name: 'List',
      state: 'active',
      progress_value: 4,
      progress_total: 10,
    },
  ])
  expect((await jobs(server, 'jobs/all?job_type=SubscriberImport')).body.data).toEqual([])
})

test('a bulk change is a job, with its list as name', async () => {
  const server = await aServer()
  const [made] = await server.sql<{ id: number }[]>`
    insert into jobs (organization_id, kind, id, mailing_list_id, state, begins_at, total, progress)
    values (${server.a.organizationId}, 'SubscriberBulkChange', 1, ${server.lists.a}, 'running', ${past}, 10, 4)
    returning id`
  const found = await jobs(server, 'jobs/unfinished?job_type=SubscriberBulkChange')
  expect(found.body.data).toMatchObject([
    {
      id: made?.id,
      job_type: 'SubscriberBulkChange',
      name: 'List',
      state: 'active',
      begins_at: past,
      progress_value: 4,
      progress_total: 10,
    },
  ])
  await server.sql`
    update jobs set state = 'finished', finished_at = now(), progress = 10`
  expect((await jobs(server, 'jobs/unfinished')).body.data).toEqual([])
  expect((await jobs(server, 'jobs/all')).body.data).toMatchObject([{ id: made?.id, state: 'finished' }])
})

test('jobs are sorted by begins_at, latest first, and paged', async () => {
  const server = await aServer()
  const made: string[] = []
  for (const begins of ['2026-01-02', '2026-01-01', '2026-01-02', '2026-01-03']) {
    made.push(`${begins} ${await server.imported('a', begins)} SubscriberImport`)
    made.push(`${begins} ${await server.campaign('a', begins)} Campaign`)
  }
  // Ties: the higher id first, then the campaign.
  const expected = made
    .map((text) => text.split(' '))
    .toSorted(
      ([begins = '', id, type = ''], [otherBegins = '', otherId, otherType = '']) =>
        otherBegins.localeCompare(begins) || Number(otherId) - Number(id) || type.localeCompare(otherType),
    )
    .map(([, id, type]) => `${type} ${id}`)
  expect(await idsOf(server)).toEqual(expected)
  const pages = [0, 1, 2].map((page) => idsOf(server, `jobs/all?per_page=3&page=${page}`))
  expect((await Promise.all(pages)).flat()).toEqual(expected)
})

test('filters by time, state and type; a time limit excludes its own moment', async () => {
  const server = await aServer()
  const done = { state: 'finished', number_of_records: 0 }
  const first = await server.imported('a', '2026-01-01T00:00:00Z', {
    ...done,
    finished_at: '2026-01-05T00:00:00Z',
  })
  const second = await server.imported('a', '2026-01-02T00:00:00Z', {
    ...done,
    finished_at: '2026-01-04T00:00:00Z',
  })
  const third = await server.imported('a', '2026-01-03T00:00:00Z')
  const sent = await server.campaign('a', '2026-01-02T12:00:00Z', { finished_at: '2026-01-04T12:00:00Z' })
  const found = (query: string) => idsOf(server, `jobs/all?${query}`)
  const one = `SubscriberImport ${first}`
  const two = `SubscriberImport ${second}`
  const three = `SubscriberImport ${third}`
  const four = `Campaign ${sent}`
  expect(await found('begins_at__after=2026-01-02')).toEqual([three, four])
  expect(await found('begins_at__after=2026-01-02T00:00:00Z&begins_at__before=2026-01-03')).toEqual([four])
  expect(await found('begins_at__before=1767312000')).toEqual([one])
  expect(await found('finished_at__after=2026-01-04T00:00:00Z')).toEqual([four, one])
  expect(await found('finished_at__before=2026-01-04T12:00:00Z')).toEqual([two])
  expect(await found('job_type=Campaign')).toEqual([four])
  expect(await found('job_type=SubscriberImport&state=pending')).toEqual([three])
  for (const query of [
    'state=odd',
    'job_type=Export',
    'begins_at__after=x',
    'finished_at__before=now',
    'page=x',
  ]) {
    expect((await jobs(server, `jobs/all?${query}`)).body.error_code).toBe('invalid_request')
  }
})

test('an organization sees its own jobs; system administrators see those of another, or all', async () => {
  const server = await aServer()
  const { a, b, system } = server
  const mine = `SubscriberImport ${await server.imported('a', '2026-01-01T00:00:00Z')}`
  const other = `Campaign ${await server.campaign('b', '2026-01-02T00:00:00Z', { state: 'sending', finished_at: null })}`
  for (const kind of ['all', 'unfinished']) {
    expect(await idsOf(server, `jobs/${kind}`)).toEqual([mine])
    expect(await idsOf(server, `jobs/${kind}`, b)).toEqual([other])
    expect(await idsOf(server, `jobs/${kind}`, system)).toEqual([])
    for (const spelled of ['organizations', 'organization']) {
      expect(await idsOf(server, `${spelled}/${b.organizationId}/jobs/${kind}`, system)).toEqual([other])
      expect((await jobs(server, `${spelled}/${a.organizationId}/jobs/${kind}`, b)).status).toBe(403)
    }
    expect(await idsOf(server, `jobs/${kind}_on_all_organizations`, system)).toEqual([other, mine])
    expect((await jobs(server, `jobs/${kind}_on_all_organizations`)).status).toBe(403)
  }
  expect((await jobs(server, 'organizations/999/jobs/all', system)).status).toBe(404)
})
