import { subscriberStatuses, type SubscriberStatus } from '../../../contract/imports/states.ts'
import type { Effects } from '../../../contract/plans/effects.ts'
import type { ApprovalKind } from '../../../contract/plans/rules.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import type { BulkSelection } from '../../../store/bulk-changes/rows.ts'
import { countSelection, sumOf, type CountedSelection } from '../../../store/bulk-changes/selection.ts'
import { findBulkOrder, findExportOrder, type ExportOrder } from '../../../store/plans/selections.ts'
import { boundOf } from '../../../store/segments/counting/in-ranges.ts'
import { idOf, type MadeCall, type Measured } from '../made-call.ts'

const countMs = 10_000

export async function measureBulkChange(sql: Transaction, call: MadeCall): Promise<Measured> {
  const order = await findBulkOrder(sql, call.organizationId, idOf(call))
  if (order === null) return { effects: {}, seen: [] }
  const { mailing_list_id: listId, selection } = order
  return approvedAs('bulk_change', listId, await countSelected(sql, call, { listId, selection }))
}

export async function measureExport(sql: Transaction, call: MadeCall): Promise<Measured> {
  const order = await findExportOrder(sql, call.organizationId, idOf(call))
  if (order === null) return { effects: {}, seen: [] }
  const { mailing_list_id: listId, statuses } = order
  const selection = selectionOf(order)
  const counted =
    selection === null
      ? { effects: {}, seen: [] }
      : await countSelected(sql, call, { listId, selection, statuses })
  return approvedAs('export', listId, counted)
}

/** A bound is no number: there may be more. */
export function approvedAs(kind: ApprovalKind, listId: number, measured: Measured): Measured {
  const { people } = measured.effects
  const number = people?.is_exact === true ? people.number : null
  return { ...measured, approval: { kind, listId, number } }
}

/** null: those of a campaign, whom the export counts itself. */
function selectionOf({ selection, clauses }: ExportOrder): BulkSelection | null {
  if (selection === null) return { q: '', status: null, clauses }
  if ('ids' in selection) return selection
  return 'q' in selection ? { q: selection.q, status: null, clauses } : null
}

type Selected = {
  listId: number
  selection: BulkSelection
  /** null: all. */
  statuses?: readonly SubscriberStatus[] | null
}

/** By the statement that the console's preview uses. */
async function countSelected(
  sql: Transaction,
  { organizationId, timeZone }: MadeCall,
  { listId, selection, statuses = null }: Selected,
): Promise<Measured> {
  const target = { organizationId, listId, timeZone }
  const counted = await countSelection(sql, target, selection, boundOf(countMs))
  if (counted === null) return { effects: {}, seen: [] }
  const kept = Object.fromEntries(
    subscriberStatuses.map((one) => [
      one,
      statuses === null || statuses.includes(one) ? counted.statuses[one] : 0,
    ]),
  ) as typeof counted.statuses
  const { isExact } = counted
  // An estimate is of those of all statuses.
  const estimate = statuses === null ? counted.estimate : null
  const people = peopleOf({ statuses: kept, isExact, estimate })
  // What a sample says differs from run to run.
  const seen = isExact ? { digest: JSON.stringify(people.classes), number: people.number } : { digest: '' }
  return { effects: { people }, seen: [{ part: 'people', ...seen }] }
}

export function peopleOf({ statuses, isExact, estimate }: CountedSelection): NonNullable<Effects['people']> {
  const classes = isExact ? classesOf(statuses) : []
  return { number: sumOf(statuses), is_exact: isExact, estimate, classes }
}

export function classesOf(statuses: Record<SubscriberStatus, number>): { class: string; people: number }[] {
  return subscriberStatuses
    .map((name) => ({ class: name, people: statuses[name] }))
    .filter(({ people }) => people > 0)
}
