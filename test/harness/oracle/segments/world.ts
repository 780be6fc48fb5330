import { anImport } from '../../records/lists.ts'
import type { Count } from '../../../../src/contract/api/paging.ts'
import { type Clause, type NewClause, readClauses } from '../../../../src/contract/segments/clauses.ts'
import { inlined } from '../../../../src/database/inline.ts'
import type { Scoped, Sql, Transaction } from '../../../../src/database/driver/connection.ts'
import { findSuppressing, noSuppression } from '../../../../src/store/conditions/suppression.ts'
import { insertOrganization } from '../../../../src/store/conditions/system-organization.ts'
import { keepCampaignPeople } from '../../../../src/store/segments/campaign-people.ts'
import { keepImportPeople } from '../../../../src/store/segments/import-people.ts'
import { describedClauses, insertSegment } from '../../../../src/store/segments/rows.ts'
import { segmentCondition, segmentSets } from '../../../../src/store/segments/condition.ts'
import { boundOf, type Bound } from '../../../../src/store/segments/counting/in-ranges.ts'
import { countReachable } from '../../../../src/store/segments/counting/reachable.ts'
import { largeList } from '../../../../src/store/segments/counting/second-core.ts'
import type { Target } from '../../../../src/store/segments/known.ts'
import type { PageStart } from '../../../../src/store/subscribers/rows.ts'
import { findSelected } from '../../../../src/store/segments/subscribers.ts'
import { aField, aList, anAutoresponder, recount, someOptions } from '../../core/records.ts'
import { aStartedCampaign } from '../../sending/campaigns.ts'
import { dayIn, type Model } from './evaluate.ts'
import { formNames, options, urls, type Person, type Response } from './people.ts'

/** The people in a database, on a list with a field of each type, with their messages, imports and other lists. */

export type World = { sql: Scoped; organizationId: number; listId: number; model: Model }

const timeZone = 'America/Chicago'

const innerSegments: [string, NewClause[]][] = [
  ['Inner', [{ type: 'custom_field', custom_field: { name: 'Text' }, operator: 'contains', value: 'b' }]],
  [
    'Outer',
    [
      {
        type: 'any',
        clauses: [
          { type: 'in_segment', operator: 'is_in', segment: { name: 'Inner' } },
          { type: 'activity', activity: 'clicked', operator: 'did' },
          { type: 'subscriber_status', operator: 'is', value: 'bounced' },
        ],
      },
    ],
  ],
]

export async function aWorld(sql: Scoped & Sql, people: readonly Person[]): Promise<World> {
  const organizationId = await insertOrganization(sql, 'A', timeZone)
  const listId = await aList(sql, organizationId)
  const [{ now }] = await sql<[{ now: Date }]>`select now() as now`
  const model: Model = {
    now,
    today: dayIn(timeZone, now),
    timeZone,
    segments: Object.fromEntries(innerSegments),
  }
  const world = { sql, organizationId, listId, model }
  await sql.begin(async (sql) => {
    const ids = await insertPeople(sql, world, people)
    await insertMessages(sql, world, people, ids)
    await insertImports(sql, world, people, ids)
    await insertConsents(sql, world, people, ids)
    await insertPauses(sql, world, people, ids)
    await insertElsewhere(sql, world, people)
    await recount(sql)
    for (const [name, clauses] of innerSegments) {
      await insertSegment(sql, organizationId, listId, { name, clauses, attribute: 'clauses' })
    }
  })
  return world
}

async function insertPeople(sql: Sql, world: World, people: readonly Person[]): Promise<number[]> {
  const { organizationId, listId } = world
  const fields = new Map<string, number>()
  const add = async (name: string, field_type: Parameters<typeof aField>[3]['field_type'], listed = true) => {
    fields.set(name, await aField(sql, organizationId, listed ? listId : null, { name, field_type: field_type ?? 'text' })) // oxfmt-ignore
  }
  await add('Text', 'text', false)
  await add('Number', 'number')
  await add('Date', 'date')
  await add('Birthday', 'day_of_year')
  await add('Choice', 'select_single_dropdown')
  await add('Choices', 'select_multiple_checkboxes')
  await add('Flag', 'boolean')
  for (const name of ['Choice', 'Choices']) {
    await someOptions(sql, organizationId, fields.get(name) ?? 0, options)
  }
  const ids: number[] = []
  for (const [place, person] of people.entries()) {
    const values = {
      Text: person.text,
      Number: person.number,
      Date: person.date === null ? null : dayBefore(world.model.today, person.date),
      Birthday: person.birthday,
      Choice: person.choice,
      Choices: person.choices,
      Flag: person.flag,
    }
    const stored = Object.entries(values).flatMap(([name, value]) =>
      value === null ? [] : [[fields.get(name), value]],
    )
    const [row] = await sql<[{ id: number }]>`
      insert into subscribers (organization_id, mailing_list_id, id, key, email, status, subscribe_time, remove_time,
        confirm_time, confirmed, email_format, subscribe_ip, custom_fields)
      values (${organizationId}, ${listId}, ${idAt(place)}, ${person.email.toLowerCase()}, ${person.email}, ${person.status},
        ${at(world, person.subscribed)}, ${at(world, person.removed)}, ${at(world, person.confirmedAt)},
        ${person.confirmed}, ${person.format}, ${person.ip}, ${sql.json(Object.fromEntries(stored))})
      returning id`
    ids.push(row.id)
  }
  return ids
}

/** Bits are kept for 1,024 ids: many people in the first, and others far from each other. */
function idAt(place: number): number {
  return place < 30 ? place + 1 : place * 700
}

function dayBefore(today: string, days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
}

function at({ model }: World, hours: number | null): Date | null {
  return hours === null ? null : new Date(model.now.getTime() - hours * 3_600_000)
}

async function insertMessages(
  sql: Sql,
  world: World,
  people: readonly Person[],
  ids: readonly number[],
): Promise<void> {
  const { organizationId, listId } = world
  const campaigns: number[] = []
  for (const [name, days] of [
    ['First', 65],
    ['Second', 62],
  ] as const) {
    const started_at = at(world, days * 24)
    campaigns.push(await aStartedCampaign(sql, organizationId, listId, { name, started_at }))
  }
  const contents = new Map<string, number>()
  for (const campaign of [0, 1]) {
    for (const version of [1, 2]) {
      const of = { organization_id: organizationId, campaign_id: campaigns[campaign] ?? 0, position: version }
      const [content] = await sql<[{ id: number }]>`insert into campaign_contents ${sql(of)} returning id`
      contents.set(`${campaign} ${version}`, content.id)
    }
  }
  const unstarted = { name: 'Later', state: 'idle', started_at: null, finished_at: null }
  await aStartedCampaign(sql, organizationId, listId, unstarted)
  const autoresponderId = await anAutoresponder(sql, organizationId, listId)
  const sourceOf = (campaign: number | null) =>
    campaign === null
      ? { campaign_id: null, autoresponder_id: autoresponderId }
      : { campaign_id: campaigns[campaign] ?? 0, autoresponder_id: null }
  const links = new Map<string, number>()
  for (const campaign of [0, 1, null]) {
    for (const url of urls) {
      const [link] = await sql<[{ id: number }]>`
        insert into tracked_links ${sql({ organization_id: organizationId, url, ...sourceOf(campaign) })} returning id`
      links.set(`${campaign} ${url}`, link.id)
    }
  }
  for (const [place, person] of people.entries()) {
    const own = { organization_id: organizationId, subscriber_id: ids[place] ?? 0 }
    for (const { campaign, version, state, hours } of person.sent) {
      const message = {
        ...own,
        state,
        sent_at: at(world, hours),
        content_id: contents.get(`${campaign} ${version}`) ?? null,
        next_attempt_at: state === 'deferred' ? world.model.now : null,
      }
      await sql`insert into deliveries ${sql({ ...message, ...sourceOf(campaign) })}`
    }
    for (const response of person.responses) {
      const row = { ...own, ...responseRow(world, response), ...sourceOf(response.campaign) }
      await sql`insert into message_responses ${sql(row)}`
    }
    for (const { campaign, url, hours } of person.clicks) {
      const link = { link_id: links.get(`${campaign} ${url}`) ?? 0, first_clicked_at: at(world, hours) }
      await sql`insert into link_clicks ${sql({ ...own, ...link })}`
    }
  }
  // The people of the first campaign are kept in bits, as upkeep does; opens and clicks of the last days came later.
  await keepCampaignPeople(sql, organizationId, campaigns[0] ?? 0)
  await sql`
    update campaigns set people_kept_at = ${at(world, keptHours)} where organization_id = ${organizationId} and id = ${campaigns[0] ?? 0}`
  for (const [place, person] of people.entries()) {
    for (const { campaign, opened, clicked } of person.responses) {
      const { campaign_id, autoresponder_id } = sourceOf(campaign)
      await sql`
        update message_responses set first_opened_at = ${at(world, opened)}, first_clicked_at = ${at(world, clicked)}
        where organization_id = ${organizationId} and subscriber_id = ${ids[place] ?? 0}
          and campaign_id is not distinct from ${campaign_id} and autoresponder_id is not distinct from ${autoresponder_id}`
    }
  }
}

function responseRow(world: World, response: Response) {
  const { bounced, complained, unsubscribed, byMachine } = response
  return {
    first_opened_at: at(world, early(response.opened)),
    first_clicked_at: at(world, early(response.clicked)),
    bounces: bounced === null ? 0 : 1,
    first_bounced_at: at(world, bounced?.hours ?? null),
    bounce_severity: bounced?.severity ?? null,
    scomps: complained === null ? 0 : 1,
    first_complained_at: at(world, complained),
    unsubs: unsubscribed === null ? 0 : 1,
    first_unsubscribed_at: at(world, unsubscribed),
    machine_opens: Number(byMachine[0]),
    machine_clicks: Number(byMachine[1]),
  }
}

const keptHours = 20 * 24

function early(hours: number | null): number | null {
  return hours !== null && hours < keptHours ? null : hours
}

/** The first is kept in bits, as upkeep does; the second one in pieces. */
async function insertImports(
  sql: Sql,
  { organizationId, listId }: World,
  people: readonly Person[],
  ids: readonly number[],
): Promise<void> {
  for (const [index, id] of [1, 2].entries()) {
    await anImport(sql, organizationId, listId, { id, state: 'finished', finished_at: new Date() })
    for (const kind of ['added', 'changed']) {
      const own = people.flatMap(({ imports }, place) => (imports[index] === kind ? [ids[place] ?? 0] : []))
      const hashes = kind === 'added' ? own.map(() => 0) : null
      await sql`
        insert into import_undo_pieces (organization_id, import_id, kind, ids, hashes)
        values (${organizationId}, ${id}, ${kind}, ${[0, ...own]}::bigint[], ${hashes}::bigint[])`
    }
  }
  await keepImportPeople(sql, organizationId, 1)
}

async function insertConsents(
  sql: Sql,
  world: World,
  people: readonly Person[],
  ids: readonly number[],
): Promise<void> {
  const own = { organization_id: world.organizationId, mailing_list_id: world.listId }
  const forms: number[] = []
  for (const name of formNames) {
    const token = name.padEnd(22, '-')
    const opt_in = name === 'Door' ? 'double' : 'single'
    const deleted_at = name === 'Former' ? world.model.now : null
    const [form] = await sql<[{ id: number }]>`
      insert into web_forms ${sql({ ...own, token, name, opt_in, deleted_at })} returning id`
    forms.push(form.id)
    await sql`
      insert into consent_texts (organization_id, web_form_id, version, text)
      select ${world.organizationId}, ${form.id}, version, '' from generate_series(1, 3) version`
  }
  for (const [place, { email, consents }] of people.entries()) {
    for (const { form, version, isConfirmed, hours } of consents) {
      const of = { subscriber_id: ids[place] ?? 0, email, email_key: email.toLowerCase() }
      const given = { web_form_id: forms[form] ?? 0, consent_version: version, given_ip: '10.0.0.1' }
      const confirmed = isConfirmed ? { confirmed_at: world.model.now, confirmed_ip: '10.0.0.1' } : {}
      const row = { ...own, ...of, ...given, given_at: at(world, hours), ...confirmed }
      await sql`insert into consents ${sql(row)}`
    }
  }
}

async function insertPauses(
  sql: Sql,
  world: World,
  people: readonly Person[],
  ids: readonly number[],
): Promise<void> {
  for (const [place, { pause }] of people.entries()) {
    if (pause === null) continue
    const own = { organization_id: world.organizationId, mailing_list_id: world.listId }
    const until = { subscriber_id: ids[place] ?? 0, paused_until: at(world, pause) }
    await sql`insert into subscriber_pauses ${sql({ ...own, ...until })}`
  }
}

async function insertElsewhere(
  sql: Sql,
  { organizationId }: World,
  people: readonly Person[],
): Promise<void> {
  const other = await aList(sql, organizationId, { name: 'Other' })
  const [suppression] = await sql<[{ id: number }]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Gone') returning id`
  for (const { email, other: status, isSuppressed } of people) {
    const key = email.toLowerCase()
    const own = { organization_id: organizationId, key }
    if (status !== null) await sql`insert into subscribers ${sql({ ...own, mailing_list_id: other, status })}`
    if (isSuppressed) {
      await sql`insert into suppressed_addresses ${sql({ ...own, suppression_list_id: suppression.id })}`
    }
  }
}

/** What a caller wrote, as it is stored, and whom all ways of the compiler select. `now` is that of the world. */
export async function selectedBy(world: World, given: NewClause[]) {
  const { organizationId, listId, sql: scoped } = world
  return scoped.begin(async (sql) => {
    const read = readClauses('clauses', JSON.parse(JSON.stringify(given)) as unknown[])
    const { clauses } = await describedClauses(sql, { organizationId, listId }, 'clauses', read)
    const target = { organizationId, listId, timeZone }
    const { joins, condition } = await segmentSets(sql, target, clauses)
    const { condition: each } = await segmentCondition(sql, target, clauses)
    const list = sql`s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}`
    const [row] = await sql<[{ joined: string[]; looked_up: string[] }]>`
      select to_jsonb(array(select s.email from subscribers s ${joins} where ${list} and ${condition})) as joined,
        to_jsonb(array(select s.email from subscribers s where ${list} and ${each})) as looked_up`
    const paged = await inPages(sql, target, clauses)
    // As exports run it: COPY takes no parameters.
    const written = inlined(sql`select s.email from subscribers s ${joins} where ${list} and ${condition}`)
    const exported = (await sql.unsafe<{ email: string }[]>(written)).map(({ email }) => email)
    const ofLarge = await asIfLarge(sql, target, () => inPages(sql, target, clauses, { isLarge: true }))
    const inRanges = await inPages(sql, target, clauses, {
      bound: { ...patient, atOnceMax: 0, rangeIds: 1_024 },
    })
    return {
      joined: row.joined.toSorted(),
      lookedUp: row.looked_up.toSorted(),
      paged: paged.toSorted(),
      ofLarge: ofLarge.toSorted(),
      inRanges: inRanges.toSorted(),
      exported: exported.toSorted(),
      reached: {
        byCampaign: (await countReachable(sql, target, clauses, await findSuppressing(sql, target))).reached,
        ifNoneWereSuppressed: (await countReachable(sql, target, clauses, noSuppression)).reached,
        ofLarge: await asIfLarge(sql, target, () =>
          countReachable(sql, target, clauses, noSuppression).then((one) => one.reached),
        ),
      },
    }
  })
}

/** Large lists are counted in another way; where another list has few people, these are looked up. */
async function asIfLarge<Result>(
  sql: Sql,
  { organizationId }: Target,
  work: () => Promise<Result>,
): Promise<Result> {
  const more = (people: number) => sql`
    update subscriber_counts set deactivated = deactivated + ${people} where organization_id = ${organizationId}`
  await more(largeList)
  const result = await work()
  await more(-largeList)
  return result
}

const patient = boundOf(60_000)

/**
 * Two pages after each other and the rest by its number, as the API asks for them.
 * @throws if the counts differ; one that is not exact may be smaller
 */
async function inPages(
  sql: Transaction,
  target: Target,
  clauses: readonly Clause[],
  { bound = patient, isLarge = false }: { bound?: Bound; isLarge?: boolean } = {},
): Promise<string[]> {
  const limit = 9
  // What depends on nothing but statuses is read from the counters, with the people whom only the counters have.
  const isByCounters = isLarge && JSON.stringify(clauses).includes('"subscriber_status"')
  const pageAt = async (start: PageStart, limit: number) => {
    const found = await findSelected(sql, target, clauses, { start, limit, bound })
    if (found === null) throw new Error('there was no time to read anything')
    return found
  }
  const first = await pageAt({ afterId: 0 }, limit)
  const second = await pageAt({ afterId: first.rows.at(-1)?.id ?? 0 }, limit)
  const rest = await pageAt({ offset: 2 * limit }, 1000)
  const rows = [first, second, rest].flatMap((page) => page.rows)
  const counts = [first, second, rest].map(({ count }) => count)
  const isRight = ({ records, isExact }: Count) =>
    isExact
      ? records === rows.length || (isByCounters && records === rows.length + largeList)
      : records <= rows.length && records >= second.rows.length
  // By ranges, a page ends the count, and a sample says about how many there are.
  const isCounted = first.count.isExact || bound.atOnceMax === 0
  if (!counts.every(isRight) || !isCounted || !rest.count.isExact) {
    throw new Error(`the pages hold ${rows.length} people, and their counts are ${JSON.stringify(counts)}`)
  }
  return rows.map(({ email }) => email)
}
