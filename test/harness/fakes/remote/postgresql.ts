import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { connect, type Database } from '../../../../src/database/driver/connection.ts'
import type { DatabaseTarget } from '../../../../src/outbound/databases/target.ts'
import { aProxy } from '../../core/proxy.ts'
import { aWire, type CutAt } from '../../core/wire.ts'
import { createDatabase, dropDatabase } from '../../postgres/pool.ts'

export type RemoteDatabase = {
  /** To fill it, as its owner. */
  sql: Database
  /** As a role that may only read. */
  target: DatabaseTarget
}

/**
 * A second database with a role of its own, on the server of the tests; both end with the test. That server takes
 * any password. @param cutAt where the connection of the reader breaks
 */
export async function aRemoteDatabase(cutAt: CutAt | null = null): Promise<RemoteDatabase> {
  const { name, url } = await createDatabase('template1')
  const sql = connect(url, { max: 2, applicationName: 'remote owner' })
  const role = `reader_${randomUUID().slice(0, 8)}`
  await sql.unsafe(`create role ${role} login password 'open sesame'`)
  await sql.unsafe(`alter default privileges in schema public grant select on tables to ${role}`)
  onTestFinished(async () => {
    await sql.unsafe(`drop owned by ${role}`)
    await sql.unsafe(`drop role ${role}`)
    await sql.end()
    await dropDatabase(name)
  })
  // Without a cut a slow reader slows the server down, as on a connection of their own.
  const whole = () => aProxy(url, (client, server) => void client.pipe(server).pipe(client))
  const { url: way } = await (cutAt === null ? whole() : aWire(url, cutAt))
  const target: DatabaseTarget = {
    type: 'postgresql',
    host: '127.0.0.1',
    port: Number(new URL(way).port),
    username: role,
    password: 'open sesame',
    databaseName: name,
    tls: 'off',
    tlsCa: null,
  }
  return { sql, target }
}
