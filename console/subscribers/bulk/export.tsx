import { ExportDialog } from '../../exports/dialog.tsx'
import { bulkWords } from '../../words/audience/subscribers.ts'
import { isNobody, saidOf, usePeople, whoOf, type Matching } from './people.ts'
import type { Selection } from './selection.ts'

const words = bulkWords.export

type BulkExportProps = { selection: Selection; matching: Matching; close: () => void }

/** A file of all selected subscribers. */
export function BulkExport({ selection, matching, close }: BulkExportProps) {
  const people = usePeople(matching, selection)
  const { listId, q, status } = matching
  const whom = selection.isAll
    ? { q: q || null, statuses: status === '' ? null : [status as 'active'] }
    : { subscriber_ids: [...selection.ids] }
  return (
    <ExportDialog
      listId={listId}
      whom={whom}
      words={{
        title: words.action,
        explain: words.explain(saidOf(people)),
        submit: words.submit(whoOf(people)),
        back: bulkWords.back,
      }}
      isNobody={isNobody(people)}
      close={close}
    />
  )
}
