import {
  campaignDomainsPeopleMax,
  timelineCounts,
  type DomainCounts,
  type TimelineCounts,
  type TimelineStep,
} from '../../contract/campaigns/timeline.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { unlessSlow } from '../../database/driver/statement/time-limit.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import {
  findDomains,
  findIdAfter,
  findTimeline,
  type DomainRow,
  type TimelineRow,
} from '../../store/campaigns/timeline.ts'
import type { Actor } from '../actor.ts'

export type CampaignTimeline = { periods: TimelineRow[]; later: TimelineCounts; undated: TimelineCounts }

export async function findCampaignTimeline(
  sql: Sql,
  { caller }: Actor,
  id: number,
  by: TimelineStep,
): Promise<CampaignTimeline> {
  const { organization_id: organizationId, time_zone: zone } = caller
  await findCampaign(sql, organizationId, { kind: 'campaign', id })
  const rows = await findTimeline(sql, organizationId, id, { by, zone })
  const counter = sumOf(
    timelineCounts,
    rows.filter(({ kind }) => kind === 'counter'),
  )
  const timed = rows.filter(({ kind }) => kind !== 'counter')
  return {
    periods: rows.filter(({ kind }) => kind === 'period'),
    later: sumOf(
      timelineCounts,
      rows.filter(({ kind }) => kind === 'later'),
    ),
    undated: difference(counter, sumOf(timelineCounts, timed)),
  }
}

export type CampaignDomains = {
  is_exact: boolean
  domains: DomainRow[]
  other: DomainCounts & { domains: number }
  unknown: DomainCounts
}

const domainCounts = [...timelineCounts, 'accepted'] as const

/** How long reading all messages may take (0: it is not tried); then the messages to so many people of the list are read. */
export type DomainsBound = { timeMs: number; peopleMax: number }

/** @throws PostgresError if those messages take too long, too */
export async function findCampaignDomains(
  sql: Scoped,
  { caller }: Actor,
  { id, limit }: { id: number; limit: number },
  { timeMs, peopleMax }: DomainsBound = { timeMs: 6_000, peopleMax: campaignDomainsPeopleMax },
): Promise<CampaignDomains> {
  const { organization_id: organizationId } = caller
  const campaign = await findCampaign(sql, organizationId, { kind: 'campaign', id })
  const [isExact, rows] = await sql.begin(async (sql) => {
    const find = (belowId: number | null) => findDomains(sql, organizationId, campaign, { limit, belowId })
    const all = timeMs > 0 ? await unlessSlow(sql, timeMs, () => find(null)) : null
    if (all !== null) return [true, all] as const
    const belowId = await findIdAfter(sql, organizationId, campaign.mailing_list_id, peopleMax)
    return [belowId === null, await find(belowId)] as const
  })
  const domains = rows.filter(({ kind }) => kind === 'domain')
  const all = rows.filter(({ kind }) => kind === 'all')
  const known = sumOf(domainCounts, all)
  const counter = sumOf(
    domainCounts,
    rows.filter(({ kind }) => kind === 'counter'),
  )
  const others = sumOf(['domains'], all).domains - domains.length
  return {
    is_exact: isExact,
    domains,
    other: { domains: others, ...difference(known, sumOf(domainCounts, domains)) },
    unknown: difference(counter, known),
  }
}

function sumOf<Name extends string>(
  names: readonly Name[],
  rows: readonly Record<Name, number>[],
): Record<Name, number> {
  const sums = names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)] as const)
  return Object.fromEntries(sums) as Record<Name, number>
}

function difference<Counts extends Record<string, number>>(whole: Counts, part: Counts): Counts {
  const names = Object.keys(whole)
  return Object.fromEntries(names.map((name) => [name, (whole[name] ?? 0) - (part[name] ?? 0)])) as Counts
}
