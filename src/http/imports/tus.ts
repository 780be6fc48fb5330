import type { FastifyReply } from 'fastify'
import { continueUpload } from '../../actions/imports/upload-append.ts'
import { createUpload, removeUpload, type UploadParts } from '../../actions/imports/upload-changes.ts'
import { succeed } from '../../contract/api/envelope.ts'
import { badRequest, notFound } from '../../contract/api/errors.ts'
import { tusCalls } from '../../contract/imports/uploads.ts'
import { parseId } from '../../contract/values/text.ts'
import { findUpload, type UploadRow } from '../../store/imports/uploads.ts'
import type { Router } from '../route/bind.ts'
import type { StreamedCall } from '../route/streamed.ts'
import { announcesBody, streamBody } from '../server/read-body.ts'
import {
  capabilities,
  descriptionHeaders,
  readAnnouncement,
  readNumber,
  requireVersion,
  stateHeaders,
  tusVersion,
} from './tus-headers.ts'
import { presentUpload } from './upload-present.ts'

/**
 * The protocol tus 1.0 (https://tus.io/protocols/resumable-upload): a POST announces a file, PATCH requests append to
 * it, HEAD asks how much has arrived.
 */
export function tusRoutes({ streamed }: Router, parts: UploadParts): void {
  const one = { ...tusCalls, path: 'uploads/:id' }
  const all = { ...tusCalls, path: 'uploads' }
  streamed.call({ ...all, method: 'POST' }, (call) => create(call, parts))
  streamed.call({ ...one, method: 'HEAD' }, (call) => describe(call, parts))
  streamed.call({ ...one, method: 'PATCH' }, (call) => append(call, parts))
  streamed.call({ ...one, method: 'DELETE' }, (call) => remove(call, parts))
  // Where a proxy lets no PATCH through.
  streamed.call({ ...one, method: 'POST' }, (call) => overridden(call, parts))
  streamed.describe(all.path, { ...capabilities(parts.bytesMax), allow: 'GET, POST, OPTIONS' })
  streamed.describe(one.path, {
    ...capabilities(parts.bytesMax),
    allow: 'GET, HEAD, PATCH, POST, DELETE, OPTIONS',
  })
}

async function overridden(call: StreamedCall, parts: UploadParts): Promise<FastifyReply> {
  const method = call.request.headers['x-http-method-override']
  if (method === 'PATCH') return append(call, parts)
  if (method === 'DELETE') return remove(call, parts)
  throw badRequest('a POST to an upload must have X-HTTP-Method-Override: PATCH or DELETE')
}

async function create(call: StreamedCall, parts: UploadParts) {
  const { whole, caller, request, reply } = call
  requireVersion(request.headers)
  const announced = readAnnouncement(request.headers)
  let upload: UploadRow = await createUpload(whole, caller, parts, announced)
  // The path as the client knows it: a proxy may serve another mount.
  const path = request.originalUrl.replace(/[?#].*$/s, '').replace(/\/$/, '')
  reply.headers({ location: `${path}/${upload.id}` })
  if (announcesBody(request.raw.headers)) {
    upload = await receive(call, parts, { id: upload.id, offsetBytes: 0 })
  }
  reply.status(201).headers(stateHeaders(upload))
  return sendRecord(reply, succeed(presentUpload(upload, caller.time_zone), {}))
}

async function describe({ sql, caller, request, reply }: StreamedCall, { writers }: UploadParts) {
  const { organization_id: organizationId } = caller
  requireVersion(request.headers)
  const id = idOf(request)
  await findUpload(sql, organizationId, id)
  // A client that asks has lost its connection, which this end may not have noticed.
  await writers.interrupt({ organizationId, id })
  return reply.headers(descriptionHeaders(await findUpload(sql, organizationId, id))).send()
}

async function append(call: StreamedCall, parts: UploadParts) {
  const { headers } = call.request
  requireVersion(headers)
  const id = idOf(call.request)
  const offsetBytes = readNumber(headers, 'upload-offset')
  const upload = await receive(call, parts, { id, offsetBytes })
  return call.reply.status(204).headers(stateHeaders(upload)).send()
}

async function receive(
  { sql, caller, request, reply }: StreamedCall,
  parts: UploadParts,
  where: { id: number; offsetBytes: number },
): Promise<UploadRow> {
  const writer = await continueUpload(sql, caller, parts, where)
  try {
    await streamBody(request, reply, writer.write, writer.signal)
  } finally {
    await writer.end()
  }
  return findUpload(sql, caller.organization_id, where.id)
}

/** Without the header of the protocol, the answer is that of other deletes. */
async function remove(
  { sql, caller, request, reply }: StreamedCall,
  parts: UploadParts,
): Promise<FastifyReply> {
  requireVersion(request.headers)
  await removeUpload(sql, caller, parts, idOf(request))
  if (request.headers['tus-resumable'] !== undefined) {
    return reply.status(204).header('tus-resumable', tusVersion).send()
  }
  return sendRecord(reply, succeed(null, {}))
}

function sendRecord(reply: FastifyReply, record: object): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(record))
}

function idOf({ params }: StreamedCall['request']): number {
  const id = parseId((params as { id: string }).id)
  if (id === null) throw notFound('upload')
  return id
}
