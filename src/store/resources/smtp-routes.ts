import type { Sql } from '../../database/driver/connection.ts'

/** Both attributes are null for the System Default Route. */
export type SmtpRoute = { id: number; relayUrlSealed: Uint8Array | null; localAddress: string | null }

export type SmtpRoutes = { own: SmtpRoute | null; rules: { domain: string; route: SmtpRoute }[] }

type Row = {
  domain: string | null
  id: number | null
  relay_url_sealed: Uint8Array | null
  local_address: string | null
}

/** @returns no own route if the virtual MTA was deleted: its messages use the System Default Route. */
export async function findSmtpRoutes(
  sql: Sql,
  organizationId: number,
  virtualMtaId: number,
): Promise<SmtpRoutes> {
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
    own: own === undefined ? null : routeOf(own),
    rules: rows.flatMap((row) => (row.domain === null ? [] : [{ domain: row.domain, route: routeOf(row) }])),
  }
}

function routeOf({ id, relay_url_sealed: relayUrlSealed, local_address: localAddress }: Row): SmtpRoute {
  return { id: id ?? 0, relayUrlSealed, localAddress }
}
