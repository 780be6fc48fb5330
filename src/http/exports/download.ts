import { LRUCache } from 'lru-cache'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditDownload, findDownload } from '../../actions/exports/download.ts'
import { fileNameOf } from '../../contract/exports/states.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { OpenFile, Spool } from '../../files/storage.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { ExportedFile } from '../../store/exports/downloads.ts'
import { answerFault, answerNotFound } from '../public/faults.ts'
import { elsewherePage, endedPage, pageHeaders, privateHeaders } from '../public/pages.ts'
import { createExportLinks } from './link.ts'
import { readRange, type ByteRange } from './range.ts'

type DownloadParts = { database: Database; secrets: Secrets; spool: Pick<Spool, 'open'> }

/** The link is the only credential, so that a browser and a script download with nothing else. */
export function exportDownloads(app: FastifyInstance, { database, secrets, spool }: DownloadParts): void {
  const links = createExportLinks(secrets)
  const continuations = createContinuations()
  const answer = async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
    const link = links.read(request.params.token)
    if (link === null) return answerNotFound(request, reply)
    const sql = database.within(link.organizationId)
    const file = await findDownload(database, link)
    if (file === null) return answerNotFound(request, reply)
    if (file.has_ended) return answerPage(reply, 410, endedPage)
    const handle = await openFile(spool, link.organizationId, file)
    if (handle === null) return answerPage(reply, 404, elsewherePage)
    const range = rangeOf(request, file)
    const isRead = request.method === 'GET' && range !== 'unsatisfiable'
    try {
      const { ip: remoteAddress, id: requestId } = request
      const download = `${request.params.token} ${remoteAddress}`
      if (isRead && !continuations.has(download, range)) {
        const requested = range === null ? null : (request.headers.range ?? null)
        const { holderOrganizationId } = file
        await auditDownload(sql, link, { requestId, remoteAddress, range: requested, holderOrganizationId })
        continuations.note(download)
      }
    } catch (error) {
      await handle.close()
      throw error
    }
    return isRead ? sendBytes(reply, file, range, handle) : sendHead(reply, file, range, handle)
  }
  void app.register(async (scope) => {
    scope.setErrorHandler(answerFault)
    scope.route({ method: ['GET', 'HEAD'], url: '/exports/:token', handler: answer })
  })
}

const continuedMs = 3_600_000

/**
 * A program that downloads a file in many pieces downloads it once. Held in memory: after a restart, or on another
 * server, the rest of a download is audited once more.
 */
function createContinuations() {
  const begun = new LRUCache<string, true>({ max: 10_000, ttl: continuedMs })
  return {
    note: (download: string) => void begun.set(download, true),
    has: (download: string, range: Wanted) =>
      range !== null && range !== 'unsatisfiable' && range.start > 0 && begun.has(download),
  }
}

async function openFile(
  spool: DownloadParts['spool'],
  organizationId: number,
  file: ExportedFile,
): Promise<OpenFile | null> {
  try {
    return await spool.open(organizationId, file.spool_name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

type Wanted = ByteRange | 'unsatisfiable' | null

/** With If-Range of another file, which cannot be continued: the whole. */
function rangeOf({ headers }: FastifyRequest, file: ExportedFile): Wanted {
  const condition = headers['if-range']
  if (condition !== undefined && condition !== tagOf(file)) return null
  return readRange(headers.range, file.size_bytes)
}

const tagOf = ({ sha256 }: ExportedFile) => `"${sha256}"`

function describe(reply: FastifyReply, file: ExportedFile, range: Wanted): FastifyReply {
  const { size_bytes: size } = file
  const status = range === null ? 200 : range === 'unsatisfiable' ? 416 : 206
  const described = reply.status(status).headers({
    ...privateHeaders,
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(file),
    'content-type': typeOf(file),
    'x-content-type-options': 'nosniff',
    etag: tagOf(file),
  })
  if (range === null) return described.header('content-length', size)
  if (range === 'unsatisfiable') return described.header('content-range', `bytes */${size}`)
  return described.headers({
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': range.end - range.start + 1,
  })
}

function sendBytes(
  reply: FastifyReply,
  file: ExportedFile,
  range: Exclude<Wanted, 'unsatisfiable'>,
  handle: OpenFile,
): FastifyReply {
  return describe(reply, file, range).send(handle.createReadStream(range ?? {}))
}

async function sendHead(
  reply: FastifyReply,
  file: ExportedFile,
  range: Wanted,
  handle: OpenFile,
): Promise<FastifyReply> {
  await handle.close()
  return describe(reply, file, range).send('')
}

/** Old clients get plain letters. */
function dispositionOf(file: ExportedFile): string {
  const name = fileNameOf(file)
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

function typeOf({ file_format: { type, gzip } }: ExportedFile): string {
  if (gzip) return 'application/gzip'
  return type === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8'
}

function answerPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.status(status).headers(pageHeaders).send(page)
}
