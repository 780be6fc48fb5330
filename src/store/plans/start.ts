import { differencesOf, type SeenPart } from '../../contract/plans/effects.ts'
import type { ApprovalRule } from '../../contract/plans/rules.ts'
import type { FirstCount } from '../campaigns/recipients/counted.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { campaignParts, findCampaignParts } from './campaign-state.ts'
import { findApprovalRules } from './rules.ts'

type Approved = { seen: SeenPart[]; people_tolerance_percent: number }

/**
 * When a campaign starts: whatever calls were made, only what a second person has approved leaves.
 * @param recipients how many it has. If they could only be estimated, all that they may be must be within what was approved
 * @returns a sentence; null: it may start
 */
export async function findApprovalProblem(
  sql: Sql,
  organizationId: number,
  campaignId: number,
  recipients: FirstCount,
): Promise<string | null> {
  const rules = await findCampaignRules(sql, organizationId)
  if (rules.length === 0) return null
  const now = await findCampaignParts(sql, organizationId, campaignId)
  if (now === null) return null
  const isRuled = rules.some(
    ({ mailing_list_id: listId, above }) =>
      (listId === null || listId === now.mailing_list_id) && recipients.to > above,
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
  const differences = differencesOf(then, seen)
  if (people !== undefined) {
    const { from, to } = recipients
    // A number that is not known cannot be compared with the approved one.
    const isOther = [from, to].some((number) => Math.abs(number - people) * 100 > people * percent)
    const now = from === to ? `${to} now` : `now they could not be counted in time, and are ${from} to ${to}`
    if (isOther) differences.push(`the people (${people} then, ${now})`)
  }
  return differences.length === 0
    ? null
    : `Nothing was sent: its approval is void, because since then has changed: ${differences.join(', ')}.`
}

/** None: a campaign may start without a second person. */
export async function findCampaignRules(sql: Sql, organizationId: number): Promise<ApprovalRule[]> {
  const rules = await findApprovalRules(sql, organizationId)
  return rules.filter(({ kind }) => kind === 'campaign')
}
