import type { Database, Transaction } from '../database/driver/connection.ts'
import { sealedColumns, type SealedTable, type Secrets } from '../secrets/ring.ts'
import {
  findSealedRows,
  findUnadopted,
  markAdopted,
  replaceFingerprint,
  replaceSealed,
  type SealedRow,
} from '../store/server/key-ring.ts'
import type { Duty } from './duty.ts'

const batchRows = 200

/** Completes an interrupted `quiver rotate-secret` or upgrade. */
export const adoptedKey: Duty = {
  name: 'adopted key',
  everySeconds: 60,
  whileHeld: true,
  run: async ({ database, secrets, log }, stop) => {
    if (!(await findUnadopted(database.everywhere(), secrets.currentKeyId()))) return
    const { renewed, unreadable } = await adoptKey(database, secrets, stop)
    if (unreadable > 0) log.warn({ unreadable }, 'kept sealed values that no key of this server can open')
    log.info({ renewed, key: secrets.currentKeyId() }, 'resealed values with the current key')
  },
}

/** Can be interrupted and repeated. Readers continue, because former keys still open what they sealed. */
export async function adoptKey(
  database: Database,
  secrets: Secrets,
  stop: AbortSignal,
): Promise<{ renewed: number; unreadable: number }> {
  const total = { renewed: 0, unreadable: 0 }
  const keyId = secrets.currentKeyId()
  for (const table of Object.keys(sealedColumns) as SealedTable[]) {
    let after: SealedRow | null = null
    for (;;) {
      const page: Page = { keyId, after, limit: batchRows }
      const { renewed, unreadable, overtaken, last } = await database
        .everywhere()
        .begin((sql) => adoptPage(sql, secrets, table, page))
      total.renewed += renewed
      if (stop.aborted) return total
      // Somebody else changed one of the rows, and may not know the key yet.
      if (overtaken) continue
      total.unreadable += unreadable
      after = last
      if (after === null) break
    }
  }
  await database.everywhere().begin((sql) => markAdopted(sql, keyId))
  return total
}

type Page = { keyId: number; after: SealedRow | null; limit: number }

type Adopted = { renewed: number; unreadable: number; overtaken: boolean; last: SealedRow | null }

/** @returns `last`: of a full page */
async function adoptPage(
  sql: Transaction,
  secrets: Secrets,
  table: SealedTable,
  page: Page,
): Promise<Adopted> {
  const column = { table, column: sealedColumns[table] }
  const rows = await findSealedRows(sql, column, page)
  const done = { renewed: 0, unreadable: 0, overtaken: false }
  for (const row of rows) {
    const text = openOrNull(secrets, table, row)
    if (text === null) {
      done.unreadable += 1
      continue
    }
    const { organization_id: organizationId, id } = row
    const sealed = secrets.seal(text, { table, organizationId, id })
    if (!(await replaceSealed(sql, column, row, sealed))) {
      done.overtaken = true
      continue
    }
    if (table === 'api_keys') await replaceFingerprint(sql, row, secrets.fingerprint(text))
    done.renewed += 1
  }
  return { ...done, last: rows.length < page.limit ? null : (rows.at(-1) ?? null) }
}

function openOrNull(secrets: Secrets, table: SealedTable, row: SealedRow): string | null {
  const { organization_id: organizationId, id, sealed } = row
  try {
    return secrets.unseal(sealed, { table, organizationId, id })
  } catch {
    return null
  }
}
