import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Database, type Transaction } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { openWrapper, type Wrapper } from '../../secrets/ring.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import {
  findRing,
  forgetOtherSecrets,
  insertRingKey,
  insertWrapping,
  lockRing,
  makeCurrent,
  type RingKey,
} from '../../store/server/key-ring.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import { findLateProcesses } from '../../store/server/processes.ts'
import { adoptKey } from '../../upkeep/adopt-key.ts'
import type { Config } from '../config.ts'
import { readSecretKey, secretPathOf } from '../first-start.ts'
import { openKeyRing } from './key-ring.ts'

export type Rotation = {
  config: Pick<Config, 'secretKey' | 'dataDir'>
  /** Required if the secret comes from SECRET_KEY; otherwise the new one is random and replaces the file. */
  newSecret: string | undefined
  say: (sentence: string) => void
}

const keyIdMax = 255
const patienceMs = 120_000
const askAgainMs = 250

/**
 * Works beside a running server. After an interruption call it again: each step is one transaction or one renamed file.
 * @returns whether the former secret still opens the ring; `finishRotation` ends that.
 * @throws Error, a sentence for the operator.
 */
export async function rotateSecret(
  database: Database,
  { config, newSecret, say }: Rotation,
): Promise<{ isFormerValid: boolean }> {
  const secretKey = await readSecretKey(config)
  const ring = await openKeyRing(database, { secretKey, file: null })
  const next = await nextSecret(database, { config, newSecret, secretKey })
  say('Introducing a new key.')
  const keyId = await introduce(database, openWrapper(secretKey), openWrapper(next.secret))
  if (next.file !== null) {
    say('Replacing the secret.')
    await putInPlace(next.file)
  }
  say('Waiting for the running processes.')
  await untilKnown(database, keyId, false)
  say('Sealing and signing with the new key.')
  await database.everywhere().begin((sql) => use(sql, keyId))
  await untilKnown(database, keyId, true)
  say('Sealing what is stored again.')
  await ring.refresh()
  const { renewed, unreadable } = await adoptKey(database, ring.secrets, new AbortController().signal)
  say(`Sealed again: ${renewed}. Not readable before: ${unreadable}.`)
  if (config.secretKey !== undefined) return { isFormerValid: true }
  await finishRotation(database, config)
  return { isFormerValid: false }
}

/** Afterwards no other secret opens the ring. @throws Error, a sentence for the operator. */
export async function finishRotation(database: Database, config: Rotation['config']): Promise<void> {
  const secretKey = await readSecretKey(config)
  await openKeyRing(database, { secretKey, file: null })
  await database.everywhere().begin(async (sql) => {
    await lockRing(sql)
    await forgetOtherSecrets(sql, openWrapper(secretKey).check)
  })
}

type Next = { secret: string; file: { from: string; to: string } | null }

/** Continues with the file of an interrupted call, because its secret may already open the ring. */
async function nextSecret(
  database: Database,
  { config, newSecret, secretKey }: Pick<Rotation, 'config' | 'newSecret'> & { secretKey: string },
): Promise<Next> {
  if (config.secretKey !== undefined) {
    if (newSecret !== undefined && newSecret !== secretKey) return { secret: newSecret, file: null }
    throw new Error(
      'The secret comes from SECRET_KEY: give the new one as NEW_SECRET_KEY, for example the output of openssl rand -hex 32.',
    )
  }
  const to = secretPathOf(config.dataDir)
  const from = `${to}.next`
  const left = await readFile(from, 'utf8').catch(() => null)
  if (left !== null && left.trim().length >= 32) return { secret: left.trim(), file: { from, to } }
  const rows = await findRing(database.everywhere(), openWrapper(secretKey).check)
  // Interrupted after the file was replaced.
  if (rows.some((row) => isUnfinished(row))) return { secret: secretKey, file: null }
  const secret = randomBytes(32).toString('hex')
  const file = await open(from, 'w', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return { secret, file: { from, to } }
}

/** After an upgrade the first key is not adopted either, without a rotation. */
function isUnfinished({ id, state, is_adopted }: RingKey): boolean {
  return state === 'introduced' || (state === 'current' && !is_adopted && id > 1)
}

/** Afterwards both secrets open the whole ring. @returns the id of the new key. */
function introduce(database: Database, present: Wrapper, next: Wrapper): Promise<number> {
  return database.everywhere().begin(async (sql) => {
    await lockRing(sql)
    const rows = await findRing(sql, present.check)
    const unfinished = rows.find((row) => isUnfinished(row))
    const id = unfinished?.id ?? Math.max(...rows.map((row) => row.id)) + 1
    if (id > keyIdMax) throw new Error(`The server has used ${keyIdMax} keys, and there are no more ids.`)
    for (const row of rows) {
      if (row.wrapped !== null) await wrapBy(sql, [next], row.id, present.unwrap(row.id, row.wrapped))
    }
    if (unfinished === undefined) {
      await insertRingKey(sql, { id, state: 'introduced', opens_unbound: false, is_adopted: false })
      await wrapBy(sql, [present, next], id, randomBytes(32).toString('hex'))
    }
    return id
  })
}

async function wrapBy(sql: Transaction, wrappers: Wrapper[], id: number, key: string): Promise<void> {
  for (const { check, wrap } of wrappers) await insertWrapping(sql, id, check, wrap(id, key))
}

async function putInPlace({ from, to }: { from: string; to: string }): Promise<void> {
  await rename(from, to)
  const directory = await open(dirname(to), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function use(sql: Transaction, keyId: number): Promise<void> {
  await lockRing(sql)
  if (!(await makeCurrent(sql, keyId))) return
  const details = { key_id: keyId }
  await insertAuditEvent(sql, systemOrganizationId, { kind: 'server.secret_rotated', details })
}

async function untilKnown(database: Database, keyId: number, asCurrent: boolean): Promise<void> {
  const deadlineMs = performance.now() + patienceMs
  for (;;) {
    const late = await findLateProcesses(database.everywhere(), keyId, asCurrent)
    if (late.length === 0) return
    if (performance.now() > deadlineMs) {
      throw new Error(
        `These processes do not use the new key yet: ${late.join(', ')}. Restart them with the SECRET_KEY of the others, then run this command again.`,
      )
    }
    await pause(askAgainMs)
  }
}

export async function withOwnDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = connect(url, { max: 2, applicationName: 'quiver rotate-secret', role: applicationRole })
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}
