import { summarizeFailures } from '../../actions/imports/failures.ts'
import { findImportRows } from '../../actions/imports/rows.ts'
import type { RowFiles } from '../../actions/imports/row-changes.ts'
import { findImport, type ImportPlace } from '../../actions/imports/states.ts'
import { previewUndo } from '../../actions/imports/undo.ts'
import { showSubscriberImportFailures } from '../../contract/imports/failures.ts'
import { listSubscriberImportRows, previewSubscriberImportUndo } from '../../contract/imports/rows.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'
import type { PageTokens } from '../route/page-token.ts'

export function importRowRoutes(route: Router, files: RowFiles, pageTokens: PageTokens): void {
  route(listSubscriberImportRows, async (call) => {
    const { sql, caller, query } = call
    const { classification, q: search, problem } = query
    const row = await findImport(sql, caller, placeOf(call))
    const scope = [caller.organization_id, 'subscriber_import_rows', row.id, classification, search, problem]
    const page = pageTokens.readPage(query, scope)
    const afterId = 'afterId' in page.start ? page.start.afterId : 0
    const { rows: found, count } = await findImportRows(sql, caller, row, {
      files,
      classification,
      search,
      problem,
      page: { afterId, limit: page.perPage + 1 },
    })
    const { rows, paging } = pageTokens.answerPage(page, found, count)
    return { data: rows, paging }
  })

  route(showSubscriberImportFailures, async (call) => {
    const row = await findImport(call.sql, call.caller, placeOf(call))
    return { data: await summarizeFailures(call.sql, call.caller, row) }
  })

  route(previewSubscriberImportUndo, async (call) => ({
    data: await previewUndo(call.sql, call, { ...placeOf(call), ...call.query }),
  }))
}

type ImportCall = { params: { id: number }; aliasListId: number | undefined }

export function placeOf({ params, aliasListId: listId }: ImportCall): ImportPlace {
  return { id: params.id, listId: listId === undefined ? undefined : smallId(listId, 'mailing list') }
}
