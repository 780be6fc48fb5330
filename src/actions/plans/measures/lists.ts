import type { Transaction } from '../../../database/driver/connection.ts'
import { boundOf } from '../../../store/segments/counting/in-ranges.ts'
import { countSelection, sumOf } from '../../../store/bulk-changes/selection.ts'
import { isOfActiveAutoresponder } from '../../../store/plans/autoresponder-state.ts'
import { findSegment } from '../../../store/segments/rows.ts'
import { countStatuses } from '../../../store/subscribers/counts.ts'
import { idOf, type MadeCall, type Measured } from '../made-call.ts'
import { approvedAs, classesOf, peopleOf } from './selections.ts'

/** Its people go with it, later. */
export async function measureListDeletion(
  sql: Transaction,
  { organizationId, params }: MadeCall,
): Promise<Measured> {
  const statuses = await countStatuses(sql, organizationId, Number(params['id']))
  const number = sumOf(statuses)
  const classes = classesOf(statuses)
  return approvedAs('bulk_change', Number(params['id']), {
    effects: { people: { number, is_exact: true, estimate: null, classes } },
    seen: [{ part: 'people', digest: JSON.stringify(classes), number }],
  })
}

const countMs = 5_000

/**
 * Whom it selects from now on. That number is no part of the state: nothing happens to these people. What an active autoresponder
 * sends to them is a matter of approval.
 */
export async function measureSegment(sql: Transaction, call: MadeCall): Promise<Measured> {
  const { organizationId, timeZone } = call
  const { mailing_list_id: listId, clauses } = await findSegment(sql, organizationId, idOf(call))
  const selection = { q: '', status: null, clauses }
  const counted = await countSelection(sql, { organizationId, listId, timeZone }, selection, boundOf(countMs))
  const isUsed = await isOfActiveAutoresponder(sql, organizationId, idOf(call))
  const approval = isUsed ? { approval: { kind: 'autoresponder', listId, number: null } as const } : {}
  if (counted === null) return { effects: {}, seen: [], ...approval }
  return {
    effects: { people: peopleOf(counted) },
    seen: [],
    ...approval,
  }
}
