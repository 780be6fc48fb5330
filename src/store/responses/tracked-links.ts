import type { Sql } from '../../database/driver/connection.ts'
import { ofSource } from './rows.ts'
import { sourceIds, type Source } from '../campaigns/stats.ts'

export async function ensureLinks(
  sql: Sql,
  organizationId: number,
  source: Source,
  { contentId, urls }: { contentId: number | null; urls: readonly string[] },
): Promise<number[]> {
  if (urls.length === 0) return []
  const { campaignId, autoresponderId } = sourceIds(source)
  await sql`
    insert into tracked_links (organization_id, campaign_id, autoresponder_id, content_id, url)
    select ${organizationId}, ${campaignId}::integer, ${autoresponderId}::integer, ${contentId}::integer, url
    from unnest(${[...urls]}::text[]) with ordinality given (url, place) order by place
    on conflict do nothing`
  const rows = await sql<{ id: number; url: string }[]>`
    select id, url from tracked_links
    where organization_id = ${organizationId} and ${ofSource(sql, source)}
      and content_id is not distinct from ${contentId}::integer and url = any(${[...urls]})`
  const ids = new Map(rows.map(({ id, url }) => [url, id]))
  return urls.map((url) => {
    const id = ids.get(url)
    if (id === undefined) throw new Error('a link was not written down')
    return id
  })
}
