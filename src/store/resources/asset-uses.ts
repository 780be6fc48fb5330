import { assetUsesMax, type AssetUse } from '../../contract/resources/assets.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { unlessSlow } from '../../database/driver/statement/time-limit.ts'

/** A search reads the HTML of all messages, also of sent ones. */
const timeoutMs = 5_000

/** What shows the picture, the newest first. null: the search takes too long. */
export function findAssetUses(
  sql: Transaction,
  organizationId: number,
  { id, token }: { id: number; token: string },
): Promise<AssetUse[] | null> {
  const shows = (html: Fragment) =>
    sql`(strpos(${html}, ${`/a/${organizationId}-${token}`}) > 0 or ${html} ~ ${`cid:asset-${id}(\\D|$)`})`
  return unlessSlow(
    sql,
    timeoutMs,
    (sql) => sql<AssetUse[]>`
    select type, id, name, mailing_list_id, state
    from (select *, row_number() over (partition by type order by id desc) as place from (
      select distinct m.type, m.id, m.name, m.mailing_list_id, m.state
      from (${messages(sql, organizationId)}) m where ${shows(sql`m.html`)}
      union all
      select 'Brand', null, coalesce(l.name, o.name), b.mailing_list_id, null
      from brands b
      join organizations o on o.id = b.organization_id
      left join mailing_lists l on l.organization_id = b.organization_id and l.id = b.mailing_list_id
      where b.organization_id = ${organizationId} and b.logo_asset_id = ${id}) found) ranked
    where place <= ${assetUsesMax}
    order by type, place`,
  )
}

/** By token. Pictures that nothing shows are absent. null: the search takes too long. */
export async function countAssetUses(
  sql: Transaction,
  organizationId: number,
): Promise<Map<string, number> | null> {
  const pieces = sql`unnest((string_to_array(m.html, ${`/a/${organizationId}-`}))[2:]) piece`
  const rows = await unlessSlow(
    sql,
    timeoutMs,
    (sql) => sql<{ token: string; count: number }[]>`
    select token, count(*) from (
      select left(piece, 22) as token, m.type, m.id
      from (${messages(sql, organizationId)}) m cross join ${pieces}
      union
      select a.token, 'Brand', coalesce(b.mailing_list_id, 0)
      from brands b join assets a on a.organization_id = b.organization_id and a.id = b.logo_asset_id
      where b.organization_id = ${organizationId}) shown
    group by token`,
  )
  return rows === null ? null : new Map(rows.map(({ token, count }) => [token, count]))
}

function messages(sql: Sql, organizationId: number): Fragment {
  return sql`
    select case when c.template then 'Template' else 'Campaign' end as type, c.id, c.name, c.mailing_list_id,
      case when c.template then null else c.state end as state, t.html
    from campaign_contents t
    join campaigns c on c.organization_id = t.organization_id and c.id = t.campaign_id
    where t.organization_id = ${organizationId}
    union all
    select 'Autoresponder', h.id, h.name, h.mailing_list_id, null, a.content_html
    from autoresponders a
    join autoresponders h on h.organization_id = a.organization_id and h.id = coalesce(a.sequence_id, a.id)
    where a.organization_id = ${organizationId} and a.deleted_at is null
    union all
    select 'Organization', o.id, o.name, null, null, o.html_header || o.html_footer
    from organizations o where o.id = ${organizationId}`
}
