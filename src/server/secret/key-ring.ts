import { readFile } from 'node:fs/promises'
import type { Database, Transaction } from '../../database/driver/connection.ts'
import { openWrapper, secretsOf, type KeyRing, type Secrets, type Wrapper } from '../../secrets/ring.ts'
import {
  findOldestSeal,
  findRing,
  insertRingKey,
  insertWrapping,
  lockRing,
  type RingKey,
} from '../../store/server/key-ring.ts'

/** `file` is read again after a rotation; null if the secret comes from SECRET_KEY. */
export type SecretSource = { secretKey: string; file: string | null }

export type OpenRing = {
  secrets: Secrets
  known: () => { newestKeyId: number; currentKeyId: number; isAdopted: boolean }
  /** Reads the changes of a rotation. @throws the driver's errors. */
  refresh: () => Promise<void>
  /** The process continues with a replaced SECRET_KEY, but cannot start again. */
  isReplaced: () => boolean
}

export const wrongSecret =
  'The server secret (SECRET_KEY, or the file secret_key in DATA_DIR) is not the one of this database, so that no API key and no link would work. Start with the SECRET_KEY or the DATA_DIR of the server that used this database last, or restore secret_key from its backup.'

/**
 * The first key of an empty ring is the SECRET_KEY itself, so that values from before key rings stay valid.
 * @throws Error, a sentence for the operator, if the secret is wrong.
 */
export async function openKeyRing(database: Database, source: SecretSource): Promise<OpenRing> {
  let wrapper = openWrapper(source.secretKey)
  const read = () => findRing(database.everywhere(), wrapper.check)
  const rows = await database.everywhere().begin(async (sql) => {
    await lockRing(sql)
    const found = await findRing(sql, wrapper.check)
    if (found.length > 0) return found
    await beginRing(sql, source.secretKey, wrapper)
    return findRing(sql, wrapper.check)
  })
  let state = stateOf(rows, wrapper, new Map())
  if (state.isReplaced) throw new Error(wrongSecret)
  return {
    secrets: secretsOf(() => state.ring),
    known: () => ({
      newestKeyId: Math.max(...state.ring.keys.keys()),
      currentKeyId: state.ring.currentId,
      isAdopted: state.isAdopted,
    }),
    isReplaced: () => state.isReplaced,
    async refresh() {
      let next = stateOf(await read(), wrapper, state.ring.keys)
      if (next.isReplaced && source.file !== null) {
        wrapper = openWrapper((await readFile(source.file, 'utf8')).trim())
        next = stateOf(await read(), wrapper, state.ring.keys)
      }
      state = next
    },
  }
}

async function beginRing(sql: Transaction, secretKey: string, wrapper: Wrapper): Promise<void> {
  const oldest = await findOldestSeal(sql)
  if (oldest !== null) {
    const ring = { currentId: 1, keys: new Map([[1, secretKey]]), opensUnbound: true }
    const { organization_id: organizationId, id, sealed } = oldest
    try {
      secretsOf(() => ring).unseal(sealed, { table: 'api_keys', organizationId, id })
    } catch {
      throw new Error(wrongSecret)
    }
  }
  const isNew = oldest === null
  await insertRingKey(sql, { id: 1, state: 'current', opens_unbound: !isNew, is_adopted: isNew })
  await insertWrapping(sql, 1, wrapper.check, wrapper.wrap(1, secretKey))
}

type State = { ring: KeyRing; isAdopted: boolean; isReplaced: boolean }

/** @param known keys are kept, so that a process whose SECRET_KEY was replaced continues. */
function stateOf(rows: readonly RingKey[], wrapper: Wrapper, known: ReadonlyMap<number, string>): State {
  const keys = new Map(known)
  for (const { id, wrapped } of rows) {
    if (wrapped !== null && !keys.has(id)) keys.set(id, wrapper.unwrap(id, wrapped))
  }
  const current = rows.find(({ id, state }) => state === 'current' && keys.has(id))
  return {
    ring: {
      currentId: current?.id ?? Math.max(1, ...known.keys()),
      keys,
      opensUnbound: rows.some((row) => row.opens_unbound),
    },
    isAdopted: current?.is_adopted ?? true,
    isReplaced: rows.some(({ wrapped }) => wrapped === null),
  }
}
