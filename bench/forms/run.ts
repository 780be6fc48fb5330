import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { connect } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { callerOf } from '../edge/caller.ts'
import { cpuSeconds, watchLatency } from '../measure.ts'
import { startQuiver } from '../server.ts'

/**
 * Measures how long the API takes while strangers send a web form at a constant rate from other processes. Target: p99 at most
 * three times as long as without. Everything shares one machine; mails go to the local mailbox.
 *
 *     npm run bench:forms -- [submissions per second, default 1000] [seconds, default 20] [processes, default 2]
 */
const [rateText = '1000', secondsText = '20', processesText = '2'] = process.argv.slice(2)
const [rate, seconds, processes] = [Number(rateText), Number(secondsText), Number(processesText)]
const key = '0123456789abcdef0123456789abcdef01234567'

type Came = Record<'offered' | 'taken' | 'refused' | 'failed' | 'open' | 'sentMs' | 'p50Ms' | 'p99Ms', number>

/** @returns what makes it begin: its own start takes a second of a core, which strangers spend elsewhere. */
async function prepareLoad(place: number, url: string, path: string, ticket: string) {
  const each = [String(rate / processes), String(seconds), String(place)]
  const args = ['--import', 'tsx', 'bench/forms/load.ts', url, path, ticket, ...each]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  // Strangers would use other machines, so the server has priority, as in the benchmark of the edge.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  await once(child.stdout, 'data')
  return async (): Promise<Came> => {
    child.stdin.write('go')
    const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return JSON.parse(printed) as Came
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const unlimited = { PUBLIC_HITS_PER_MINUTE: '0' }
const server = await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: key, ...unlimited })
const running = await findRunning(dataDir)
if (running === undefined) throw new Error('the embedded database does not run')
const sql = connect(running.ownerUrl, { max: 1, applicationName: 'bench' })
try {
  const call = callerOf(server.url, formatCredential({ organizationId: 1, key }))
  const list = { name: 'News', d_from_email: 'news@example.com' }
  const { id } = await call<{ id: number }>('POST', 'mailing_lists', { mailing_list: list })
  const form = await call<{ url: string }>('POST', `mailing_lists/${id}/web_forms`, {
    web_form: { name: 'Door' },
  })
  const path = new URL(form.url).pathname
  const page = await (await fetch(new URL(path, server.url))).text()
  const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? ''

  const measure = async (until: Promise<unknown>) => {
    const stop = watchLatency(() => call('GET', 'mailing_lists'))
    await until
    return stop()
  }
  await measure(pause(3_000))
  const loads = await Promise.all(
    Array.from({ length: processes }, (_, place) => prepareLoad(place, server.url, path, ticket)),
  )
  const alone = await measure(pause((seconds * 1000) / 2))
  let came: Came[] = []
  const before = await cpuSeconds(server.pid)
  const beside = await measure(Promise.all(loads.map((begin) => begin())).then((all) => (came = all)))
  const after = await cpuSeconds(server.pid)
  const sum = (name: keyof Came) => came.reduce((total, one) => total + one[name], 0)
  const most = (name: keyof Came) => Math.max(...came.map((one) => one[name]))
  const stored = await sql<{ rows: number }[]>`select count(*)::integer as rows from sign_ups`
  const perSecond = (sum('offered') / most('sentMs')) * 1000
  const ratio = beside.p99Ms / alone.p99Ms
  const figures = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }) =>
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  console.log(`offered     ${perSecond.toFixed(0)} a second for ${seconds} s, of ${rate} wanted`)
  console.log(`taken       ${sum('taken')} of ${sum('offered')}, ${stored[0]?.rows ?? 0} rows`)
  console.log(
    `not taken   ${sum('refused')} refused, ${sum('failed')} failed, ${sum('open')} without an answer`,
  )
  console.log(`submission  ${figures({ p50Ms: most('p50Ms'), p99Ms: most('p99Ms') })}`)
  const cpuMs = (of: 'server' | 'database') => (((after[of] - before[of]) * 1000) / sum('taken')).toFixed(2)
  console.log(
    `CPU         ${cpuMs('server')} + ${cpuMs('database')} ms a submission, with its mail and the API beside`,
  )
  console.log(`API alone   ${figures(alone)}`)
  console.log(`API beside  ${figures(beside)}: ${ratio.toFixed(1)} times, ${ratio <= 3 ? 'met' : 'missed'}`)
} finally {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
