import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { findDifferences, processCounts, reportEnd, reportProcess } from './processes.ts'

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

test('a process that vanished is missed for a day, until one of its part starts; one that was stopped is not', async () => {
  const { sql } = await aDatabase()
  const start = async (part: 'worker' | 'mail') => {
    const id = randomUUID()
    const keys = { newestKeyId: 1, currentKeyId: 1 }
    await reportProcess(sql, { id, name: 'a:1', dataDirectory: 'd', baseUrl: 'http://a', imports: true, part, ...keys }) // oxfmt-ignore
    return id
  }
  const vanish = (id: string, ago = '2 minutes') =>
    sql`update server_processes set seen_at = now() - ${ago}::interval where id = ${id}`
  const counts = async () => Object.values((await sql`${processCounts(sql)}`)[0] ?? {})
  const [first, second] = [await start('worker'), await start('worker')]
  const mail = await start('mail')
  await sql`update server_processes set started_at = started_at - interval '1 hour'`
  expect(await counts()).toEqual([3, 0])
  await vanish(first)
  expect(await counts()).toEqual([2, 1])
  await reportEnd(sql, second)
  expect(await counts()).toEqual([1, 1])
  await vanish(mail)
  const third = await start('worker')
  expect(await counts()).toEqual([1, 1])
  await vanish(third, '61 seconds')
  expect(await counts()).toEqual([0, 2])
  await start('worker')
  expect(await counts()).toEqual([1, 1])
  await vanish(mail, '25 hours')
  expect(await counts()).toEqual([1, 0])
})
