import { createReadStream } from 'node:fs'
import type { Sql } from '../../../src/database/driver/connection.ts'
import type { Spool } from '../../../src/files/storage.ts'
import { insertUpload } from '../../../src/store/imports/uploads.ts'

type Given = { organizationId: number; content: Buffer | { path: string }; missing?: number }

/** An upload as it is after its last byte. @param given.missing bytes that have not arrived. */
export async function aCompleteUpload(
  sql: Sql,
  spool: Spool,
  { organizationId, content, missing = 0 }: Given,
): Promise<number> {
  const draft = await spool.draft(organizationId)
  if (Buffer.isBuffer(content)) await draft.write(content)
  else for await (const piece of createReadStream(content.path)) await draft.write(piece as Buffer)
  const { name, sizeBytes } = await draft.keep()
  const id = await insertUpload(sql, organizationId, {
    filename: 'List of May.csv.gz',
    size_bytes: sizeBytes + missing,
    spool_name: name,
    data_directory: spool.dataDirectory,
    api_key_id: null,
    user_id: null,
  })
  await sql`update uploads set offset_bytes = ${sizeBytes} where id = ${id}`
  return id
}
