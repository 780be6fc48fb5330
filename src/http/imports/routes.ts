import { Readable } from 'node:stream'
import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { ImportInput } from '../../contract/imports/input.ts'
import { classifications } from '../../contract/imports/states.ts'
import type { Classification } from '../../contract/imports/states.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import {
  cancelSubscriberImport,
  createSubscriberImport,
  listSubscriberImports,
  listSubscriberImportsOfList,
  pauseSubscriberImport,
  showSubscriberImport,
  showSubscriberImportLog,
  unpauseSubscriberImport,
} from '../../contract/imports/endpoints.ts'
import type { ImportScope } from '../../contract/imports/endpoints.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Spool } from '../../files/spool.ts'
import type { Caller } from '../../store/callers.ts'
import { hasImportLog, importLogPieces } from '../../store/imports/logs.ts'
import { checkListTakesImports } from '../../store/lists/rules.ts'
import {
  cancelImport,
  findImport,
  findImports,
  insertImport,
  pauseImport,
  unpauseImport,
} from '../../store/imports/rows.ts'
import { failedLogPieces } from './failed-log.ts'
import { newImportOf } from './create.ts'
import { presentElement, presentImport } from './present.ts'
import { smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

export type ImportLimits = { spool: Spool; jsonBytesMax: number }

/** The eight calls of section 4.1. */
export function subscriberImportRoutes(route: Router, limits: ImportLimits): void {
  route(listSubscriberImports, ({ sql, caller, query, page }) =>
    list(sql, caller, { scope: query.scope }, page()),
  )

  route(listSubscriberImportsOfList, async ({ sql, caller, params, query, page }) => {
    const listId = smallId(params.mailing_list_id, 'mailing list')
    await checkListTakesImports(sql, caller.organization_id, listId)
    return list(sql, caller, { scope: query.scope, listId }, page())
  })

  route(
    createSubscriberImport,
    async ({ sql, caller, params, fields }) => {
      const listId = smallId(params.mailing_list_id, 'mailing list')
      await checkListTakesImports(sql, caller.organization_id, listId)
      const input = fields()
      const values = await newImportOf(sql, caller, listId, input)
      const spoolName = await saveContent(limits, caller.organization_id, input.file_source)
      const id = await insertImport(sql, caller.organization_id, { ...values, spool_name: spoolName })
      return show(sql, caller, id)
    },
    // Clients that keep to ASCII write a letter of two bytes as six characters, `\u00e9`.
    { bodyLimit: limits.jsonBytesMax * 3 + 1_048_576 },
  )

  route(showSubscriberImport, async ({ sql, caller, params, aliasListId }) =>
    show(sql, caller, params.id, aliasListId),
  )

  for (const [definition, change] of [
    [pauseSubscriberImport, pauseImport],
    [unpauseSubscriberImport, unpauseImport],
    [cancelSubscriberImport, cancelImport],
  ] as const) {
    route(definition, async ({ sql, caller, params, aliasListId }) => {
      await found(sql, caller, params.id, aliasListId)
      await change(sql, caller.organization_id, params.id)
      return show(sql, caller, params.id)
    })
  }

  logRoute(route)
}

function logRoute(route: Router): void {
  route(showSubscriberImportLog, async ({ sql, caller, params, aliasListId, query, audit }) => {
    await found(sql, caller, params.id, aliasListId)
    const { organization_id: organizationId } = caller
    const { id } = params
    const classification = await requireLog(sql, organizationId, id, params.classification)
    // Addresses leave the server: on record before the first of them does.
    const event = {
      kind: 'subscriber_import.log_downloaded',
      subject_type: 'SubscriberImport',
      subject_id: id,
    }
    await audit(sql, { ...event, details: { classification } })
    return logOf(sql, organizationId, id, classification, query.raw === true)
  })
}

type Filter = { scope: ImportScope; listId?: number }

async function list(sql: Sql, caller: Caller, filter: Filter, page: PageRequest) {
  const { rows, count } = await findImports(sql, caller.organization_id, filter, page)
  return { data: rows.map((row) => presentElement(row, caller.time_zone)), paging: pagingOf(page, count) }
}

async function show(sql: Sql, caller: Caller, id: number, listId?: number) {
  return { data: presentImport(await found(sql, caller, id, listId), caller.time_zone) }
}

/** An import under a list's path: the list must be there, and must not be a remote one. */
async function found(sql: Sql, caller: Caller, id: number, listId?: number) {
  if (listId !== undefined) {
    await checkListTakesImports(sql, caller.organization_id, smallId(listId, 'mailing list'))
  }
  return findImport(sql, caller.organization_id, id, listId)
}

async function saveContent(
  { spool, jsonBytesMax }: ImportLimits,
  organizationId: number,
  source: ImportInput['file_source'],
): Promise<string | null> {
  if (source.type !== 'json') return null
  const bytes = Buffer.from(source.content)
  if (bytes.length > jsonBytesMax) {
    const message = `file_source.content must be at most ${jsonBytesMax} bytes; send larger files by upload_directory or url`
    throw new AppError('invalid_request', message, { status: 413 })
  }
  if (!source.content.isWellFormed()) throw invalid('file_source.content is not valid Unicode')
  return (await spool.save(organizationId, bytes)).name
}

/** @throws AppError `not_found`: the name is of no log, or the import has none of it. */
async function requireLog(
  sql: Sql,
  organizationId: number,
  id: number,
  name: string,
): Promise<Classification> {
  const classification = classifications.find((candidate) => candidate === name)
  if (classification === undefined || !(await hasImportLog(sql, organizationId, id, classification))) {
    throw notFound('subscriber import log')
  }
  return classification
}

function logOf(sql: Sql, organizationId: number, id: number, classification: Classification, isRaw: boolean) {
  const pieces = importLogPieces(sql, organizationId, id, classification)
  const isFailedLog = classification === 'failed'
  return {
    contentType: isFailedLog ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
    stream: Readable.from(isFailedLog ? failedLogPieces(pieces, isRaw) : pieces),
    fileName: `import-${id}-${classification}.${isFailedLog ? 'csv' : 'txt'}`,
  }
}
