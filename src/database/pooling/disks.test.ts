import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { findDatabaseDirectories } from './disks.ts'

test('the directory of a database on this machine is known to a login that may read its settings, and to no other', async () => {
  const { sql, url } = await aDatabase()
  const [row] = await sql<{ data_directory: string }[]>`show data_directory`
  expect(await findDatabaseDirectories(url)).toEqual([row?.data_directory])
  const login = `disks_${randomUUID().slice(0, 8)}`
  await sql.unsafe(`create role ${login} login`)
  onTestFinished(async () => void (await sql.unsafe(`drop role ${login}`)))
  const asLogin = url.replace(/user=[^&]*|(?<=:\/\/)[^@/?]*@/, (given) => (given.startsWith('user=') ? `user=${login}` : `${login}@`)) // oxfmt-ignore
  expect(asLogin).toContain(login)
  expect(await findDatabaseDirectories(asLogin)).toEqual([])
  await sql.unsafe(`grant pg_read_all_settings to ${login}`)
  expect(await findDatabaseDirectories(asLogin)).toEqual([row?.data_directory])
})
