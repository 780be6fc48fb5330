import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { haveSeveralBaseUrls, reportEnd, reportProcess } from './processes.ts'

test('processes have several BASE_URLs while two that run differ, whatever those that ended or a former version had', async () => {
  const { sql } = await aDatabase()
  const report = async (baseUrl: string) => {
    const id = randomUUID()
    const keys = { newestKeyId: 1, currentKeyId: 1 }
    const process = { name: 'a:1', dataDirectory: 'd', imports: true, part: 'worker', ...keys } as const
    await reportProcess(sql, { ...process, id, baseUrl })
    return id
  }
  await report('https://mail.example.com')
  await report('https://mail.example.com')
  expect(await haveSeveralBaseUrls(sql)).toBe(false)
  const other = await report('http://127.0.0.1:8080')
  expect(await haveSeveralBaseUrls(sql)).toBe(true)
  await reportEnd(sql, other)
  expect(await haveSeveralBaseUrls(sql)).toBe(false)
  const former = await report('')
  await sql`update server_processes set base_url = null where id = ${former}`
  expect(await haveSeveralBaseUrls(sql)).toBe(false)
})
