import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { announce, append, idOf, type Target } from '../../harness/files/uploads.ts'

export type Counts = { added: number; updated: number; failed: number; skipped_duplicate: number }

/**
 * An independent answer to what an overwriting import of the file must count, for files whose rows begin with the
 * address and in which only a space makes an address wrong.
 */
export async function countRows(path: string, before: ReadonlySet<string>): Promise<Counts> {
  const counts = { added: 0, updated: 0, failed: 0, skipped_duplicate: 0 }
  const seen = new Set<string>()
  let isHeader = true
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const key = line.slice(0, line.indexOf(',')).toLowerCase()
    if (isHeader) isHeader = false
    else if (key.includes(' ')) counts.failed += 1
    else if (seen.has(key)) counts.skipped_duplicate += 1
    else counts[before.has(key) ? 'updated' : 'added'] += 1
    seen.add(key)
  }
  return counts
}

/** The rows of the list in any order, without the time of their last change, and what is counted of them. */
export async function listOf(sql: Sql, listId: number): Promise<unknown> {
  const [rows] = await sql`
    select count(*), sum(hashtextextended((to_jsonb(s) - 'updated_at')::text, 0)) as sum from subscribers s where mailing_list_id = ${listId}`
  const [counts] = await sql`select * from subscriber_counts where mailing_list_id = ${listId}`
  return { rows, counts }
}

const pieceBytes = 16_777_216

/** @returns the id of the upload. */
export async function uploadFile(target: Target, path: string, filename: string): Promise<number> {
  const { size } = await stat(path)
  const place = await announce(target, size, filename)
  const handle = await open(path)
  try {
    for (let offset = 0; offset < size;) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset)
      const { status, text } = await append(target, place, offset, buffer.subarray(0, bytesRead))
      if (status !== 204) throw new Error(`${status} ${text}`)
      offset += bytesRead
    }
  } finally {
    await handle.close()
  }
  return idOf(place)
}
