import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../../test/harness/core/api.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { readConfig } from '../config.ts'
import { examineInstallation } from '../examine.ts'
import { keepPresence, tellChanges } from '../presence.ts'
import { openKeyRing } from '../secret/key-ring.ts'
import { noteIdentity } from '../../store/server/restored-copy.ts'
import { openAttendance } from './attendance.ts'

test('what a worker warns of is told by every server and by the doctor, as long as it runs', async () => {
  const { sql, url } = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'quiver-warnings-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const ring = await openKeyRing(sql, { secretKey: '0'.repeat(64), file: null })
  await sql.everywhere().begin((inside) => noteIdentity(inside, 'here'))
  const attendance = await openAttendance({
    database: sql,
    dataDir,
    storage: 'disk',
    identity: 'here',
    log: quietLog,
  })
  const place = { dataDirectory: 'a', place: 'a', baseUrl: 'http://a', imports: true, attendance } as const
  const start = (part: 'worker' | 'server', isReplaced: boolean) =>
    keepPresence({
      ...place,
      part,
      database: sql,
      ring: { ...ring, isReplaced: () => isReplaced },
      log: quietLog,
    })
  const worker = await start('worker', true)
  expect(worker.warnings()).toMatchObject([{ name: 'secret_replaced' }])
  const server = await start('server', false)
  const told = expect.stringMatching(
    /^The process \S+:\d+\S* warns: The SECRET_KEY of this process was replaced/,
  )
  expect(server.warnings()).toEqual([{ name: 'other_process', text: told }])
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, SERVER_IDENTITY: 'here' })
  expect(await examineInstallation(config, url)).toContainEqual(told)
  await worker.stop()
  expect(await examineInstallation(config, url)).not.toContainEqual(told)
  await server.stop()
})

test('a warning is logged once when it begins and once when it is over, with its name', () => {
  const lines: string[] = []
  const keep = (level: string) => (fields: object, text: string) =>
    void lines.push(`${level} ${JSON.stringify(fields)} ${text}`)
  const log = { warn: keep('warn'), info: keep('info') } as unknown as Parameters<typeof tellChanges>[0]
  const clock = { name: 'clock', text: 'The clocks differ.' }
  const files = { name: 'files', text: 'The files differ.' }
  for (const [before, after] of [
    [[], [clock]],
    [[clock], [clock, files]],
    [[clock, files], [files]],
  ] as const)
    tellChanges(log, before, after)
  expect(lines).toEqual([
    'warn {"warning":"clock"} The clocks differ.',
    'warn {"warning":"files"} The files differ.',
    'info {"warning":"clock"} No longer: The clocks differ.',
  ])
})
