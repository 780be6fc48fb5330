import { timelineCounts } from '../../contract/campaigns/timeline.ts'
import type { DomainCounts, TimelineCounts, TimelineStep } from '../../contract/campaigns/timeline.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import { findDomains, findTimeline } from '../../store/campaigns/timeline.ts'
import type { DomainRow, TimelineRow } from '../../store/campaigns/timeline.ts'
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
  domains: DomainRow[]
  other: DomainCounts & { domains: number }
  unknown: DomainCounts
}

const domainCounts = [...timelineCounts, 'accepted'] as const

export async function findCampaignDomains(
  sql: Sql,
  { caller }: Actor,
  id: number,
  limit: number,
): Promise<CampaignDomains> {
  const { organization_id: organizationId } = caller
  const campaign = await findCampaign(sql, organizationId, { kind: 'campaign', id })
  const rows = await findDomains(sql, organizationId, campaign, limit)
  const domains = rows.filter(({ kind }) => kind === 'domain')
  const all = rows.filter(({ kind }) => kind === 'all')
  const known = sumOf(domainCounts, all)
  const counter = sumOf(
    domainCounts,
    rows.filter(({ kind }) => kind === 'counter'),
  )
  const others = sumOf(['domains'], all).domains - domains.length
  return {
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
