import type { Database } from '../database/driver/connection.ts'
import { sealedColumns } from '../secrets/ring.ts'
import type { SealedTable, Secrets } from '../secrets/ring.ts'
import {
  findUnadopted,
  lockSealedRows,
  markAdopted,
  replaceFingerprint,
  replaceSealed,
} from '../store/server/key-ring.ts'
import type { SealedRow } from '../store/server/key-ring.ts'
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
    const column = { table, column: sealedColumns[table] }
    let after: SealedRow | null = null
    do {
      const last = after
      after = await database.everywhere().begin(async (sql) => {
        const rows = await lockSealedRows(sql, column, { keyId, after: last, limit: batchRows })
        for (const row of rows) {
          const text = openOrNull(secrets, table, row)
          if (text === null) {
            total.unreadable += 1
            continue
          }
          const { organization_id: organizationId, id } = row
          await replaceSealed(sql, column, {
            ...row,
            sealed: secrets.seal(text, { table, organizationId, id }),
          })
          if (table === 'api_keys') await replaceFingerprint(sql, row, secrets.fingerprint(text))
          total.renewed += 1
        }
        return rows.length < batchRows ? null : (rows.at(-1) ?? null)
      })
    } while (after !== null && !stop.aborted)
  }
  if (!stop.aborted) await database.everywhere().begin((sql) => markAdopted(sql, keyId))
  return total
}

function openOrNull(secrets: Secrets, table: SealedTable, row: SealedRow): string | null {
  const { organization_id: organizationId, id, sealed } = row
  try {
    return secrets.unseal(sealed, { table, organizationId, id })
  } catch {
    return null
  }
}
