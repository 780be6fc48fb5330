import { Readable } from 'node:stream'
import type { ContentFiles } from '../../actions/imports/content.ts'
import { createImport } from '../../actions/imports/create.ts'
import { inspectFile, type ImportFiles } from '../../actions/imports/inspect.ts'
import { importDryRun } from '../../actions/imports/dry-run.ts'
import { openImportLog, type ImportLog } from '../../actions/imports/log.ts'
import { cancelImport, findImport, pauseImport, unpauseImport } from '../../actions/imports/states.ts'
import { openUndoLog, undoImport } from '../../actions/imports/undo.ts'
import { pagingOf, type PageRequest } from '../../contract/api/paging.ts'
import {
  cancelSubscriberImport,
  createSubscriberImport,
  inspectSubscriberImport,
  importDryRun as importDryRunEndpoint,
  listSubscriberImports,
  listSubscriberImportsOfList,
  pauseSubscriberImport,
  showSubscriberImport,
  showSubscriberImportLog,
  showSubscriberImportUndoLog,
  undoSubscriberImport,
  unpauseSubscriberImport,
  watchSubscriberImport,
  type ImportScope,
} from '../../contract/imports/endpoints.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { checkListTakesImports } from '../../store/lists/rules.ts'
import { findImports, type ImportFilter } from '../../store/imports/rows.ts'
import { hasCells } from '../../contract/imports/states.ts'
import { failedLogPieces } from './failed-log.ts'
import { contentBodies } from './content.ts'
import { placeOf } from './row-routes.ts'
import { presentElement, presentImport } from './present.ts'
import { smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

type Limits = ContentFiles & { importFiles?: Omit<ImportFiles, keyof ContentFiles> }

export function subscriberImportRoutes(route: Router, limits: Limits): void {
  const contentBody = contentBodies(limits.jsonBytesMax)
  route(listSubscriberImports, ({ sql, caller, query, page }) => list(sql, caller, filterOf(query), page()))

  route(listSubscriberImportsOfList, async ({ sql, caller, params, query, page }) => {
    const listId = smallId(params.mailing_list_id, 'mailing list')
    await checkListTakesImports(sql, caller.organization_id, listId)
    return list(sql, caller, { ...filterOf(query), listId }, page())
  })

  route(
    createSubscriberImport,
    async (call) => {
      const { sql, caller, params, fields } = call
      const listId = smallId(params.mailing_list_id, 'mailing list')
      const files = { ...limits, uploadDir: limits.importFiles?.uploadDir ?? '' }
      const row = await createImport(sql, call, { listId, files, fields })
      return { data: presentImport(row, caller.time_zone) }
    },
    contentBody,
  )

  route(
    inspectSubscriberImport,
    async ({ sql, caller, params, fields }) => {
      const listId = smallId(params.mailing_list_id, 'mailing list')
      const files = {
        uploadDir: '',
        scratchDir: '',
        allow: [],
        allowLoopback: false,
        ...limits.importFiles,
        spool: limits.spool,
        jsonBytesMax: limits.jsonBytesMax,
      }
      return { data: await inspectFile(sql, caller, { listId, files, fields }) }
    },
    contentBody,
  )

  for (const [definition, work] of [
    [showSubscriberImport, findImport],
    [pauseSubscriberImport, pauseImport],
    [unpauseSubscriberImport, unpauseImport],
    [cancelSubscriberImport, cancelImport],
    [importDryRunEndpoint, importDryRun],
  ] as const) {
    route(definition, async (call) => {
      const row = await work(call.sql, call.caller, placeOf(call))
      return { data: presentImport(row, call.caller.time_zone) }
    })
  }

  route(showSubscriberImportLog, async (call) => {
    const place = placeOf(call)
    const log = await openImportLog(call.sql, call, place, call.params.classification)
    return answerLog(place.id, log, call.query.raw === true)
  })

  progressRoutes(route)
  undoRoutes(route)
}

function progressRoutes(route: Router): void {
  route.progress(watchSubscriberImport, async (call) => {
    const row = await findImport(call.sql, call.caller, placeOf(call))
    return {
      record: presentImport(row, call.caller.time_zone),
      isOver: row.finished_at !== null && row.undo?.finished_at !== null,
    }
  })
}

function undoRoutes(route: Router): void {
  route(undoSubscriberImport, async (call) => {
    const row = await undoImport(call.sql, call, placeOf(call))
    return { data: presentImport(row, call.caller.time_zone) }
  })

  route(showSubscriberImportUndoLog, async (call) => {
    const place = placeOf(call)
    const { classification, pieces } = await openUndoLog(call.sql, call, place, call.params.classification)
    return {
      contentType: 'text/plain; charset=utf-8',
      stream: Readable.from(pieces),
      fileName: `import-${place.id}-undo-${classification}.txt`,
    }
  })
}

function filterOf(query: { scope: ImportScope; has_failed_rows?: boolean | undefined }): ImportFilter {
  return { scope: query.scope, hasFailedRows: query.has_failed_rows }
}

async function list(sql: Sql, caller: Caller, filter: ImportFilter, page: PageRequest) {
  const { rows, count } = await findImports(sql, caller.organization_id, filter, page)
  return { data: rows.map((row) => presentElement(row, caller.time_zone)), paging: pagingOf(page, count) }
}

function answerLog(id: number, { classification, pieces }: ImportLog, isRaw: boolean) {
  const isFailedLog = hasCells(classification)
  return {
    contentType: isFailedLog ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
    stream: Readable.from(isFailedLog ? failedLogPieces(pieces, isRaw) : pieces),
    fileName: `import-${id}-${classification}.${isFailedLog ? 'csv' : 'txt'}`,
  }
}
