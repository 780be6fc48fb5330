import type { Sql } from '../../database/driver/connection.ts'

/** One way out, as it is configured. Both are null for the System Default Route. */
export type WayOut = { id: number; relayUrlSealed: Uint8Array | null; localAddress: string | null }

/** Of one virtual MTA: its own way out, or rules by the recipient's domain, in order. */
export type Ways = { own: WayOut | null; rules: { domain: string; way: WayOut }[] }

type Row = {
  domain: string | null
  id: number | null
  relay_url_sealed: Uint8Array | null
  local_address: string | null
}

/** @returns nothing of its own where the virtual MTA is gone: the System Default Route. */
export async function findWays(sql: Sql, organizationId: number, virtualMtaId: number): Promise<Ways> {
  const rows = await sql<Row[]>`
    select null as domain, id, relay_url_sealed, local_address, 0 as position
    from virtual_mtas
    where organization_id = ${organizationId} and id = ${virtualMtaId} and type <> 'routing_rule'
    union all
    select r.domain, t.id, t.relay_url_sealed, t.local_address, r.position
    from virtual_mta_rules r
    left join virtual_mtas t on t.organization_id = r.organization_id and t.id = r.target_id
    where r.organization_id = ${organizationId} and r.virtual_mta_id = ${virtualMtaId}
    order by position`
  const own = rows.find(({ domain }) => domain === null)
  return {
    own: own === undefined ? null : wayOf(own),
    rules: rows.flatMap((row) => (row.domain === null ? [] : [{ domain: row.domain, way: wayOf(row) }])),
  }
}

function wayOf({ id, relay_url_sealed: relayUrlSealed, local_address: localAddress }: Row): WayOut {
  return { id: id ?? 0, relayUrlSealed, localAddress }
}
