import { findLedger } from '../../actions/accounting.ts'
import {
  listCreditLedger,
  listOwnCreditLedger,
  type LedgerEntry,
} from '../../contract/accounting/credit-ledger.ts'
import type { ReportQuery } from '../../contract/accounting/messages-sent.ts'
import { pagingOf, type PageRequest } from '../../contract/api/paging.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { LedgerRow } from '../../store/accounting/credit-ledger.ts'
import { smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

export function creditLedgerRoutes(route: Router): void {
  route(listOwnCreditLedger, ({ sql, caller, query, page }) =>
    answer(sql, caller.organization_id, query, page()),
  )

  route(listCreditLedger, ({ within, params, query, page }) => {
    const id = smallId(params.id, 'organization')
    return answer(within(id), id, query, page())
  })
}

async function answer(sql: Sql, organizationId: number, query: ReportQuery, request: PageRequest) {
  const { zone, credits, rows, count } = await findLedger(sql, organizationId, query, request)
  const entries = rows.map((row) => present(row, zone))
  return { data: { sending_credits: credits, entries }, paging: pagingOf(request, count) }
}

function present({ caller, created_at: createdAt, ...row }: LedgerRow, zone: string): LedgerEntry {
  return { ...row, created_at: formatInstant(createdAt.getTime(), zone), actor: actorOf(caller) }
}

/** @param caller as `callerName` wrote it. */
function actorOf(caller: string | null): LedgerEntry['actor'] {
  const [type = '', id] = caller?.split(':') ?? []
  if (type === 'api_key' || type === 'user') return { type, id: Number(id) }
  return { type: 'system', id: null }
}
