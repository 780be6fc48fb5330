import type { LedgerKind } from '../../contract/accounting/credit-ledger.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'

type Sender = { id: number; name: string }

export type LedgerRow = {
  id: number
  created_at: Date
  kind: LedgerKind
  amount: number
  balance_after: number
  campaign: Sender | null
  autoresponder: Sender | null
  caller: string | null
  request_id: string | null
}

/** Latest first. What one sender spent on one local day is one row: every batch of messages writes an entry. */
export async function findCreditLedger(
  sql: Sql,
  organizationId: number,
  { start, end, zone }: { start: Date; end: Date; zone: string },
  page: PageRequest,
): Promise<{ rows: LedgerRow[]; count: number }> {
  const summed = sql`
    select max(id) as id, sum(amount)::bigint as amount
    from credit_ledger
    where organization_id = ${organizationId} and created_at >= ${start} and created_at < ${end}
    group by case when kind <> 'spent' then id end, kind, date_trunc('day', created_at, ${zone}), campaign_id,
      autoresponder_id`
  const [rows, [counted]] = await Promise.all([
    sql<LedgerRow[]>`
      select l.id, l.created_at, l.kind, s.amount, l.balance_after, l.caller, l.request_id,
        case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as campaign,
        case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name) end as autoresponder
      from (select * from (${summed}) sums order by id desc limit ${page.perPage} offset ${page.offset}) s
      join credit_ledger l on l.organization_id = ${organizationId} and l.id = s.id
      left join campaigns c on c.organization_id = l.organization_id and c.id = l.campaign_id
      left join autoresponders a on a.organization_id = l.organization_id and a.id = l.autoresponder_id
      order by l.id desc`,
    sql<{ count: number }[]>`select count(*) from (${summed}) sums`,
  ])
  return { rows, count: counted?.count ?? 0 }
}
