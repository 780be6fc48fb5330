import { randomBytes } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { writeWorkbook, type WorkbookText } from '../../test/harness/files/workbooks.ts'
import { watchLatency } from '../measure.ts'
import type { Call } from './caller.ts'

export type Sides = {
  /** Of the server. */
  pid: number
  dataDir: string
  victim: { call: Call; listId: number }
  other: { id: number; call: Call; listId: number }
}

const megabyte = 1_000_000
const run = `<r><t>${'b'.repeat(500_000)}</t></r>`
const part = `<![CDATA[${'b'.repeat(500_000)}]]>`

function* times(text: string, count: number, around: [string, string]): Generator<string> {
  yield around[0]
  for (let place = 0; place < count; place += 1) yield text
  yield around[1]
}

function oneText(megabytes: number): WorkbookText {
  const strings = times(run, 2 * megabytes, ['<si>', '</si>'])
  return { rows: '<row><c t="s"><v>0</v></c></row>', strings }
}

/** The noise makes the file so large that it may be unpacked to 250 times as much. */
function oneCell(megabytes: number): WorkbookText {
  const rows = times(part, 2 * megabytes, ['<row><c t="str"><v>', '</v></c></row>'])
  return { rows, more: [['noise.bin', randomBytes(4 * megabyte)]] }
}

/** No cell of it is too long: the work is in its size. */
function endlessRows(): WorkbookText {
  const rows = times('<row r="1"/>'.repeat(10_000), 8_000, ['', ''])
  return { rows, more: [['noise.bin', randomBytes(4 * megabyte)]] }
}

const files: [name: string, text: () => WorkbookText][] = [
  ['one text of 20 MB', () => oneText(20)],
  ['one text of 60 MB', () => oneText(60)],
  ['one text of 150 MB', () => oneText(150)],
  ['one text of 450 MB', () => oneText(450)],
  ['a cell of 900 MB', () => oneCell(900)],
  ['960 MB of empty rows', endlessRows],
]

/**
 * What a hostile workbook costs another organization, while it is inspected and while it is imported beside an import of
 * 20,000 rows of that organization.
 */
export async function measureWorkbooks({ pid, dataDir, victim, other }: Sides): Promise<void> {
  const folder = join(dataDir, 'uploads', String(other.id))
  await mkdir(folder, { recursive: true })
  console.log(
    '\nhostile workbooks: the call, and what another organization waits for a small response meanwhile',
  )
  for (const [name, text] of files) {
    const filename = `${name}.xlsx`
    await writeWorkbook(join(folder, filename), text())
    const { size } = await stat(join(folder, filename))
    const fields = { subscriber_import: { file_source: { type: 'upload_directory', filename } } }
    const path = `mailing_lists/${other.listId}/subscriber_imports`
    const alone = await measured(victim.call, pid, () => pause(2_000))
    const inspection = await measured(victim.call, pid, () => other.call('POST', `${path}/inspect`, fields))
    const import_ = await measured(victim.call, pid, async () => {
      const beside = importPeople(victim)
      const mapped = { subscriber_import: { ...fields.subscriber_import, column_mapping: ['email'] } }
      const { id } = await other.call<{ id: number }>('POST', path, mapped)
      const said = await ended(other.call, id)
      return `${said}; the other import: ${await beside}`
    })
    console.log(`${name} (${Math.round(size / 1000)} kB), alone p50 ${alone.latency}`)
    for (const [what, { tookMs, latency, grownMb, said }] of Object.entries({
      inspection,
      import: import_,
    })) {
      console.log(`  ${what}: ${(tookMs / 1000).toFixed(1)} s, ${latency}, RSS +${grownMb} MB: ${said}`)
    }
  }
}

async function measured(call: Call, pid: number, work: () => Promise<unknown>) {
  const before = await residentMb(pid)
  let peakMb = before
  const sampling = setInterval(
    () => void residentMb(pid).then((now) => (peakMb = Math.max(peakMb, now))),
    100,
  )
  const stopWatch = watchLatency(() => call('GET', 'mailing_lists'))
  const startMs = performance.now()
  const said = await work().then(String, (error: Error) => error.message)
  const tookMs = performance.now() - startMs
  const { p50Ms, slowestMs } = await stopWatch()
  clearInterval(sampling)
  const latency = `p50 ${p50Ms.toFixed(1)} ms, slowest ${slowestMs.toFixed(0)} ms`
  return { tookMs, latency, grownMb: Math.round(peakMb - before), said: said.slice(0, 200) }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

let imports = 0

async function importPeople({ call, listId }: Sides['victim']): Promise<string> {
  imports += 1
  const content = Array.from({ length: 20_000 }, (_, row) => `person.${imports}.${row}@example.com\n`).join(
    '',
  )
  const file_source = { type: 'json', content: `email\n${content}` }
  const startMs = performance.now()
  const { id } = await call<{ id: number }>('POST', `mailing_lists/${listId}/subscriber_imports`, {
    subscriber_import: { file_source, column_mapping: ['email'] },
  })
  const said = await ended(call, id)
  return `${said} after ${((performance.now() - startMs) / 1000).toFixed(1)} s`
}

const patienceMs = 60_000

async function ended(call: Call, id: number): Promise<string> {
  for (const startMs = performance.now(); performance.now() - startMs < patienceMs;) {
    const { state, error_message } = await call<ImportRecord>('GET', `subscriber_imports/${id}`)
    if (['finished', 'failed', 'cancelled'].includes(state)) return `${state} ${error_message ?? ''}`.trim()
    await pause(200)
  }
  await call('POST', `subscriber_imports/${id}/cancel`)
  return `no end within ${patienceMs / 1000} s`
}
