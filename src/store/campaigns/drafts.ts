import type { Sql } from '../../database/driver/connection.ts'
import { nextVersion } from '../server/next-version.ts'

export type CampaignDraft = { campaign_id: number; changes: Record<string, unknown>; updated_at: Date }

/** Only a scheduled campaign has one: what is sent cannot be changed, and what is not scheduled is changed itself. */
export async function findCampaignDraft(
  sql: Sql,
  organizationId: number,
  campaignId: number,
): Promise<CampaignDraft | null> {
  const [row] = await sql<CampaignDraft[]>`
    select d.campaign_id, d.changes, d.updated_at from campaign_drafts d
    join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id and c.state = 'scheduled'
    where d.organization_id = ${organizationId} and d.campaign_id = ${campaignId}::bigint`
  return row ?? null
}

export async function keepCampaignDraft(
  sql: Sql,
  organizationId: number,
  campaignId: number,
  changes: Record<string, unknown>,
): Promise<CampaignDraft> {
  const [row] = await sql<CampaignDraft[]>`
    insert into campaign_drafts as d (organization_id, campaign_id, changes, updated_at)
    values (${organizationId}, ${campaignId}, ${sql.json(changes)}, date_trunc('second', now()))
    on conflict (organization_id, campaign_id) do update
      set changes = excluded.changes, updated_at = ${nextVersion(sql, { column: 'd.updated_at', now: sql`excluded.updated_at` })}
    returning campaign_id, changes, updated_at`
  if (row === undefined) throw new Error('insert returned no row')
  return row
}

export async function deleteCampaignDraftRow(
  sql: Sql,
  organizationId: number,
  campaignId: number,
): Promise<void> {
  await sql`
    delete from campaign_drafts where organization_id = ${organizationId} and campaign_id = ${campaignId}`
}
