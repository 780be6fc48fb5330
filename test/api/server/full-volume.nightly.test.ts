import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aQuiverServer } from '../../harness/core/command.ts'
import { aDataDirectory } from '../../harness/core/embedded.ts'
import { aFreePort } from '../../harness/core/socket.ts'
import { until } from '../../harness/core/until.ts'
import { callerOf } from '../../harness/core/whole-server.ts'
import { canMount, mountDisk } from '../../harness/files/small-disk.ts'
import { scrape, valueOf } from '../../harness/watching/exposition.ts'
import { figure } from '../../harness/watching/figure.ts'

const rows = 400_000
/** PostgreSQL's log grows by files of 16 MB: less than one of them is left. */
const spareBytes = 12 * 1_048_576
/** Below the floor of what rewrites lists. */
const littleBytes = 200 * 1_048_576

type Import = { id: number; state: string; stats: { records_imported: number; subscribers: object } }

/** R11: the volume of the embedded PostgreSQL and of everything else. */
test.skipIf(!canMount)(
  'an import stops while there is little room, what others write goes on until there is none, and all of it comes back without a restart',
  async () => {
    const dataDir = await aDataDirectory()
    const volume = path.dirname(dataDir)
    await mkdir(volume, { recursive: true })
    onTestFinished(mountDisk(volume, '700m'))
    execFileSync('chmod', ['755', volume])
    const metricsPort = await aFreePort()
    const { url, credential, kill, ended } = await aQuiverServer({
      DATA_DIR: dataDir,
      METRICS_PORT: String(metricsPort),
    })
    const call = callerOf(url, credential)
    const { id: listId } = await call<{ id: number }>('POST', 'mailing_lists', {
      mailing_list: { name: 'News' },
    })
    const content = Array.from({ length: rows }, (_, row) => `person${row}@example.com\n`).join('')
    const { id } = await call<Import>('POST', `mailing_lists/${listId}/subscriber_imports`, {
      subscriber_import: {
        column_mapping: ['email'],
        file_format: { csv_has_headers: false },
        file_source: { type: 'json', content },
      },
    })
    const show = () => call<Import>('GET', `subscriber_imports/${id}`)
    await until(async () => (await show()).stats.records_imported > 0)

    const leave = async (bytes: number) => {
      const { blocks, bfree, bsize } = await statfs(volume)
      execFileSync('mount', ['-o', `remount,size=${(blocks - bfree) * bsize + bytes}`, volume])
    }
    await leave(littleBytes)
    await until(async () => {
      const metrics = await scrape(`http://127.0.0.1:${metricsPort}/metrics`)
      const reason = { queue: 'imports', reason: 'room on the disk of the server' }
      return valueOf(metrics, 'quiver_queue_waits_for', reason) === 1
    })
    const { records_imported: left } = (await show()).stats
    expect(left).toBeLessThan(rows)
    const write = (index: number) =>
      call('POST', `mailing_lists/${listId}/campaigns`, {
        campaign: {
          name: `Campaign ${index}`,
          contents: [
            { subject: 'News', format: 'html', html: `<p>${randomBytes(350_000).toString('base64')}</p>` },
          ],
        },
      })
    await write(0)
    expect((await readiness(url)).startsWith('200 ')).toBe(true)
    expect((await show()).stats.records_imported).toBe(left)

    await leave(spareBytes)
    const begun = performance.now()
    for (let index = 1; index < 100; index += 1) if ((await write(index).catch(() => null)) === null) break
    await until(async () => (await readiness(url)).includes('the disk of the server is full'))
    // PostgreSQL has stopped, and each start ends for want of room: what is asked says so.
    const refusal = () =>
      show().then(
        () => '',
        ({ message }: Error) => message,
      )
    await until(async () => / 503 the database cannot be reached/.test(await refusal()))
    for (let seconds = 0; seconds < 10; seconds += 1) {
      await until(() => performance.now() - begun > seconds * 1_000)
      expect(await readiness(url)).toMatch(/^503 /)
    }

    execFileSync('mount', ['-o', 'remount,size=800m', volume])
    const freed = performance.now()
    await until(async () => (await readiness(url)).startsWith('200 '), { seconds: 60 })
    const waitedSeconds = Math.round((performance.now() - freed) / 1000)
    await until(async () => (await show()).state === 'finished', { seconds: 120 })
    expect((await show()).stats).toMatchObject({ records_imported: rows, subscribers: { added: rows } })
    const people = await fetch(`${url}/ga/api/v2/mailing_lists/${listId}/subscribers?per_page=1`, {
      headers: { authorization: `Basic ${credential}` },
    })
    expect(await people.json()).toMatchObject({ num_records: rows })
    kill('SIGTERM')
    expect((await ended).code).toBe(0)
    figure(`${rows} rows complete; ready ${waitedSeconds} s after there was room again`)
  },
  300_000,
)

/** Status and text. */
async function readiness(url: string): Promise<string> {
  const answer = await fetch(`${url}/readyz`)
  return `${answer.status} ${await answer.text()}`
}
