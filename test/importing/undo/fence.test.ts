import { claimUndo, runUndo } from '../../harness/undo/import-claims.ts'
import { renewLease } from '../../../src/store/jobs/lease.ts'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Sql } from '../../../src/database/driver/connection.ts'
import { LeaseLost } from '../../../src/database/lease.ts'
import { undoPiece } from '../../../src/importing/undo/piece.ts'
import { findRemovable, findUndoPiece } from '../../../src/store/imports/undo-pieces.ts'
import { until } from '../../harness/core/until.ts'
import { someSteps } from '../../harness/importing/steps.ts'
import { aDueUndo } from '../../harness/undo/crash-points.ts'
import { expectUndone } from '../../harness/undo/stories.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'

/** R4 and R6 for undos. */

async function claimed(sql: Sql, name: string) {
  const claim = await claimUndo(sql, { name, presence: null })
  if (claim === null) throw new Error('No undo is due.')
  return claim
}

test('of 8 connections that race for one undo, one wins, 100 times over', async () => {
  const { sql, url } = await aDueUndo(20, 20)
  const contenders = Array.from({ length: 8 }, (_, index) =>
    connect(url, { max: 1, applicationName: `contender ${index}` }),
  )
  onTestFinished(async () => void (await Promise.all(contenders.map((one) => one.end()))))
  for (let race = 0; race < 100; race += 1) {
    await sql`update jobs set leased_until = null where kind = 'SubscriberImportUndo'`
    const claims = await Promise.all(
      contenders.map((one, index) => claimUndo(one, { name: `host:1:${index}`, presence: null })),
    )
    expect(claims.filter((claim) => claim !== null).length).toBe(1)
  }
})

test('a worker whose undo was taken over changes nothing more, and the other one finishes', async () => {
  const { sql, url, folder, place, expected } = await aDueUndo(200, 50)
  const steps = someSteps(url, folder)
  const frozen = await claimed(sql, 'host:1:0')
  const database = steps.database.within(place.organizationId)
  const contents = () => sql`select key, xmin::text from subscribers order by key`
  await sql`update jobs set leased_until = now() - interval '1 second' where kind = 'SubscriberImportUndo'`
  const second = await claimed(sql, 'host:2:0')
  const before = [...(await contents())]
  for (;;) {
    const piece = await findUndoPiece(sql, frozen)
    if (piece === null) throw new Error('There is nothing to undo.')
    await expect(undoPiece(database, frozen, piece)).rejects.toThrow(LeaseLost)
    await expect(renewLease(sql, frozen)).rejects.toThrow(LeaseLost)
    break
  }
  expect([...(await contents())]).toEqual(before)
  await runUndo(steps, second, new AbortController().signal)
  await expectUndone(sql, place, expected)
})

test('an undo and an import into the same list side by side lose nothing of either', async () => {
  const { sql, url, folder, place, expected } = await aDueUndo(200, 50)
  const claim = await claimed(sql, 'host:1:0')
  const database = someSteps(url, folder).database.within(place.organizationId)
  const piece = await findUndoPiece(sql, claim)
  if (piece === null) throw new Error('There is nothing to undo.')
  const [id = 0] = await findRemovable(sql, claim, piece)
  // Another transaction changes one of the people while the piece is undone, and commits afterwards.
  let undoing: Promise<void> | undefined
  await sql.begin(async (other) => {
    await other`update subscribers set remove_ip = '192.0.2.9' where id = ${id}`
    undoing = undoPiece(database, claim, piece)
    undoing.catch(() => {})
    await until(async () => (await countWaiting(sql, 'steps')) > 0)
  })
  // The piece is repeated by the run.
  await expect(undoing).rejects.toThrow('subscribers changed')
  await undoPiece(database, claim, piece)
  const [kept] = await sql`select remove_ip from subscribers where id = ${id}`
  expect(kept).toEqual({ remove_ip: '192.0.2.9' })
  expect(expected.subscribers.size).toBeGreaterThan(0)
})
