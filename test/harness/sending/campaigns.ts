import type { Sql } from '../../../src/database/driver/connection.ts'
import {
  ensureSystemOrganization,
  insertOrganization,
} from '../../../src/store/conditions/system-organization.ts'
import {
  campaignQueue,
  findClaimed,
  senderReach,
  type ClaimedCampaign,
} from '../../../src/store/campaigns/claims.ts'
import { claimJob } from '../../../src/store/jobs/claim.ts'
import { aDatabase } from '../core/database.ts'
import { aList, anAutoresponder } from '../core/records.ts'

/** A campaign, written straight into its table, that has started and is over; a test names only what matters to it. */
export async function aStartedCampaign(
  sql: Sql,
  organizationId: number,
  listId: number,
  attributes: object = {},
): Promise<number> {
  const given = Object.entries(attributes)
  const ofJob = given.filter(([name]) => jobColumns.includes(name))
  const row = {
    organization_id: organizationId,
    mailing_list_id: listId,
    name: 'Campaign',
    state: 'finished',
    has_dispatch: true,
    begins_at: '2026-01-01T00:00:00Z',
    started_at: '2026-01-01T00:00:00Z',
    finished_at: '2026-01-01T01:00:00Z',
    ...Object.fromEntries(given.filter(([name]) => !jobColumns.includes(name))),
  }
  const [made] = await sql<{ id: number }[]>`
    insert into campaigns ${sql(row as object as Record<string, string>)} returning id`
  if (made === undefined) throw new Error('insert returned no row')
  await writeJobs(sql, made.id)
  if (ofJob.length > 0) {
    if (row.state === 'finished') {
      await sql`
        insert into jobs (organization_id, kind, id, mailing_list_id, state)
        values (${organizationId}, 'CampaignResend', ${made.id}, ${listId}, 'sending')`
      await sql`update campaigns set reopened_at = now() where organization_id = ${organizationId} and id = ${made.id}`
    }
    await sql`
      update jobs set ${sql(Object.fromEntries(ofJob) as Record<string, string>)}
      where organization_id = ${organizationId} and id = ${made.id} and kind like 'Campaign%' and finished_at is null`
  }
  return made.id
}

/** Of a finished campaign: of the job that sends some of its messages again. */
const jobColumns = ['next_attempt_at', 'waiting_for', 'leased_until', 'worker']

/** The jobs of campaigns that were written straight into their table, or of one of them. */
export async function writeJobs(sql: Sql, id: number | null = null): Promise<void> {
  await sql`
    insert into jobs as j (organization_id, kind, id, mailing_list_id, state, paused_from, begins_at, due_at, started_at, finished_at)
    select organization_id, 'Campaign', id, mailing_list_id, case when paused then 'paused' else state end,
      case when paused then state end, begins_at, starts_at, started_at, finished_at
    from campaigns
    where state <> 'idle' and begins_at is not null and not template and id = coalesce(${id}::integer, id)
    on conflict (organization_id, kind, id) do update
    set (state, paused_from, begins_at, due_at, started_at, finished_at) = (excluded.state, excluded.paused_from,
      excluded.begins_at, excluded.due_at, excluded.started_at, excluded.finished_at)`
}

/** As a sender of this name does. */
export async function claimCampaign(everywhere: Sql, name: string): Promise<ClaimedCampaign | null> {
  const worker = { name, presence: null, ...senderReach() }
  const job = await claimJob(everywhere, campaignQueue(name), worker)
  return job && findClaimed(everywhere, job)
}

/** An organization that sends: with two campaigns and an autoresponder. */
export async function aSender(sql: Sql, name: string) {
  const id = await insertOrganization(sql, name, 'UTC')
  const listId = await aList(sql, id)
  return {
    id,
    campaignId: await aStartedCampaign(sql, id, listId, { name: 'first' }),
    otherCampaignId: await aStartedCampaign(sql, id, listId, { name: 'second' }),
    autoresponderId: await anAutoresponder(sql, id, listId),
  }
}

/** A database with one such organization, A. */
export async function aSendersDatabase() {
  const { sql, url } = await aDatabase()
  await ensureSystemOrganization(sql)
  return { sql, url, sender: await aSender(sql, 'A') }
}
