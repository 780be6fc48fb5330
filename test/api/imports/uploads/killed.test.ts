import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byDay } from '../../../harness/night.ts'
import { until } from '../../../harness/core/until.ts'
import { aWholeServer, anOrganizationOf } from '../../../harness/core/whole-server.ts'
import { announce, append, idOf, offsetOf, randomContent, sendPart } from '../../../harness/files/uploads.ts'

test(
  'an upload survives kill -9 of the server and continues at its offset',
  { timeout: 120_000 },
  async () => {
    const whole = await aWholeServer()
    const { sql, url, dataDir } = whole
    const { id: organizationId, credential } = await anOrganizationOf(whole, { name: 'A' })
    const target = { url, a: { credential } }
    const content = randomContent(byDay(16_000_000, 40_000_000))
    const path = await announce(target, content.length)
    const [upload] = await sql.everywhere()<{ spool_name: string }[]>`
    select spool_name from uploads where id = ${idOf(path)}`
    const file = join(dataDir, 'spool', String(organizationId), upload?.spool_name ?? '')
    let server: { kill: (signal: NodeJS.Signals) => void; ended: Promise<unknown> } = whole.server
    let offset = 0
    for (const cutAt of byDay([14_000_000], [3_000_000, 14_000_000, 33_000_000])) {
      const part = sendPart(target, path, { offset, content, cutAt })
      // All of it is written, and not all of it is synced.
      await until(async () => (await readFile(file)).length >= cutAt)
      server.kill('SIGKILL')
      await Promise.all([server.ended, part.status])
      server = await whole.startAgain()
      offset = await offsetOf(target, path)
      expect(offset).toBeLessThanOrEqual(cutAt)
      // The promise: at most 8 MB and the last chunk.
      expect(offset).toBeGreaterThan(cutAt - 8_500_000)
    }
    expect(offset).toBeGreaterThan(byDay(5_000_000, 24_000_000))
    expect((await append(target, path, offset, content.subarray(offset))).status).toBe(204)
    expect(await offsetOf(target, path)).toBe(content.length)
    expect((await readFile(file)).equals(content)).toBe(true)
  },
)
