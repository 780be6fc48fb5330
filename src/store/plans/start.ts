import { differencesOf, type SeenPart } from '../../contract/plans/effects.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { campaignParts, findCampaignParts } from './campaign-state.ts'
import { findApprovalRules } from './rules.ts'

type Approved = { seen: SeenPart[]; people_tolerance_percent: number }

/**
 * When a campaign starts: whatever calls were made, only what a second person has approved leaves.
 * Its recipients have just been counted.
 * @returns a sentence; null: it may start
 */
export async function findApprovalProblem(
  sql: Sql,
  organizationId: number,
  campaignId: number,
): Promise<string | null> {
  const rules = (await findApprovalRules(sql, organizationId)).filter(({ kind }) => kind === 'campaign')
  if (rules.length === 0) return null
  const now = await findCampaignParts(sql, organizationId, campaignId)
  if (now === null) return null
  const recipients = await findCounted(sql, organizationId, campaignId)
  const isRuled = rules.some(
    ({ mailing_list_id: listId, above }) =>
      (listId === null || listId === now.mailing_list_id) && (recipients === null || recipients > above),
  )
  if (!isRuled) return null
  const [approved] = await sql<Approved[]>`
    select seen, people_tolerance_percent from plans
    where organization_id = ${organizationId} and state = 'applied' and 'campaign' = any(needs)
      and path = ${`campaigns/${campaignId}`}
    order by ended_at desc, id desc limit 1`
  if (approved === undefined) return 'Nothing was sent: no second person has approved it.'
  // The time was compared when it was scheduled, and has come.
  const parts = campaignParts.filter((part) => part !== 'time')
  const seen: SeenPart[] = parts.map((part) => ({ part, digest: now[part] }))
  const then = approved.seen.filter(({ part }) => (parts as readonly string[]).includes(part))
  const people = approved.seen.find(({ part }) => part === 'people')?.number
  const percent = approved.people_tolerance_percent
  const isOther =
    people !== undefined && recipients !== null && Math.abs(recipients - people) * 100 > people * percent
  const differences = [
    ...differencesOf(then, seen),
    ...(isOther ? [`the people (${people} then, ${recipients} now)`] : []),
  ]
  return differences.length === 0
    ? null
    : `Nothing was sent: its approval is void, because since then has changed: ${differences.join(', ')}.`
}

/** Without the addresses of seed lists. */
async function findCounted(sql: Sql, organizationId: number, id: number): Promise<number | null> {
  const [row] = await sql<{ recipients: number }[]>`
    select s.recipients_total - (
      select count(distinct lower(a.email))
      from campaign_seed_lists c
      join seed_list_addresses a on a.organization_id = c.organization_id and a.seed_list_id = c.seed_list_id
      where c.organization_id = ${organizationId} and c.campaign_id = ${id}) as recipients
    from campaign_stats s where s.organization_id = ${organizationId} and s.campaign_id = ${id}`
  return row?.recipients ?? null
}
