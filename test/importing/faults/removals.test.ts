import { expect, test } from 'vitest'
import { aRemovingImport } from '../../harness/importing/removals.ts'
import { until } from '../../harness/importing/stories.ts'
import { byDay } from '../../harness/night.ts'
import { aWorkerProcess } from '../../harness/importing/worker-processes.ts'

test('removals by import happen once, even if workers are killed', { timeout: 120_000 }, async () => {
  const { sql, settings, importId, expectRemoved } = await aRemovingImport(byDay(12_000, 20_000))
  const look = async () => {
    const [row] = await sql<{ done: number; isOver: boolean }[]>`
      select records_imported as done, finished_at is not null as "isOver" from import_jobs where id = ${importId}`
    return row ?? { done: 0, isOver: true }
  }
  let kills = 0
  for (let done = 0; kills < byDay(2, 4); kills += 1) {
    const worker = aWorkerProcess({ ...settings, index: kills })
    await until(async () => {
      const now = await look()
      return now.isOver || now.done > done
    })
    await worker.kill()
    ;({ done } = await look())
  }
  expect((await look()).isOver).toBe(false)
  const last = aWorkerProcess({ ...settings, index: kills })
  await until(async () => (await look()).isOver)
  expect(await last.stop()).toBe(0)
  await expectRemoved()
})
