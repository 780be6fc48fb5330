import { classifications } from '../../../contract/imports/states.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import { findImport } from '../../../store/imports/rows.ts'
import { idOf, type MadeCall, type Measured } from '../made-call.ts'

const unplannable =
  'an import is planned by a dry run: create it with dry_run, wait until it has finished, and plan POST subscriber_imports/:id/import'

/** The counts are those of the dry run: the same engine has read the same file. */
export async function measureImport(sql: Transaction, call: MadeCall): Promise<Measured> {
  const row = await findImport(sql, call.organizationId, idOf(call))
  // A dry run changes nobody.
  if (row.dry_run) return { effects: {}, seen: [] }
  if (row.dry_run_id === null) {
    // Whom it concerns is not known before: any number may need an approval.
    const approval = { kind: 'import', listId: row.mailing_list_id, number: null } as const
    return { effects: {}, seen: [], approval, unplannable }
  }
  const dryRun = await findImport(sql, call.organizationId, row.dry_run_id)
  const counted = classifications.map((name) => ({ class: name, people: dryRun[name] }))
  const pruned = dryRun.not_in_file === null ? [] : [{ class: 'pruned', people: dryRun.pruned }]
  const classes = [...counted, ...pruned].filter(({ people }) => people > 0)
  const number = classes.reduce((sum, { people }) => sum + people, 0)
  return {
    effects: { people: { number, is_exact: true, estimate: null, classes } },
    seen: [{ part: 'file', digest: JSON.stringify([dryRun.id, classes]), number }],
    approval: { kind: 'import', listId: row.mailing_list_id, number },
  }
}
