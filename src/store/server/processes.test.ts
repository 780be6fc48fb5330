import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { findDifferences, reportEnd, reportProcess } from './processes.ts'

test('processes have several BASE_URLs while two that run differ, whatever those that ended or a former version had', async () => {
  const { sql } = await aDatabase()
  const report = async (baseUrl: string) => {
    const id = randomUUID()
    const keys = { newestKeyId: 1, currentKeyId: 1 }
    const process = { name: 'a:1', dataDirectory: 'd', imports: true, part: 'worker', ...keys } as const
    await reportProcess(sql, { ...process, id, baseUrl })
    return id
  }
  const haveSeveral = async () => (await findDifferences(sql, 'd')).baseUrls
  await report('https://mail.example.com')
  await report('https://mail.example.com')
  expect(await haveSeveral()).toBe(false)
  const other = await report('http://127.0.0.1:8080')
  expect(await haveSeveral()).toBe(true)
  await reportEnd(sql, other)
  expect(await haveSeveral()).toBe(false)
  const former = await report('')
  await sql`update server_processes set base_url = null where id = ${former}`
  expect(await haveSeveral()).toBe(false)
})

test('processes differ in their files from another place while they run, and from none that is not known', async () => {
  const { sql } = await aDatabase()
  const id = randomUUID()
  const keys = { newestKeyId: 1, currentKeyId: 1 }
  const process = { name: 'a:1', dataDirectory: 'd', imports: true, part: 'worker', ...keys } as const
  const differ = async (place: string | null) => (await findDifferences(sql, place)).files
  expect(await differ('elsewhere')).toBe(false)
  await reportProcess(sql, { ...process, id, baseUrl: 'http://a' })
  expect([await differ('d'), await differ('elsewhere'), await differ(null)]).toEqual([false, true, false])
  await reportEnd(sql, id)
  expect(await differ('elsewhere')).toBe(false)
})
