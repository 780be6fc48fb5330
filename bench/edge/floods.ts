import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { residentMegabytes, watchLatency } from '../measure.ts'
import { startQuiver } from '../server.ts'
import { callerOf } from './caller.ts'

/**
 * Measures how long an organization waits, and how much memory the server takes, while strangers pipeline requests
 * (flood.ts). Targets: no call above 250 ms, 100 MB more. Each path has a new server.
 *
 *     npx tsx bench/edge/floods.ts [seconds of each, default 10] [part of a name]
 */
const [secondsText = '10', part = ''] = process.argv.slice(2)
const seconds = Number(secondsText)
const key = '0123456789abcdef0123456789abcdef01234567'
const metricsPort = 19_464

type Path = { name: string; path: string; credential?: string; isMetrics?: boolean }

async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  const metrics = {
    METRICS_PORT: String(metricsPort),
    METRICS_TOKEN: 'x'.repeat(40),
  }
  const server = await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: key, ...metrics })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { ...server, stop }
}

async function formPath(url: string): Promise<string> {
  const call = callerOf(url, formatCredential({ organizationId: 1, key }))
  const list = { name: 'News', d_from_email: 'news@example.com' }
  const { id } = await call<{ id: number }>('POST', 'mailing_lists', { mailing_list: list })
  const webForm = { web_form: { name: 'Door' } }
  const form = await call<{ url: string }>('POST', `mailing_lists/${id}/web_forms`, webForm)
  return new URL(form.url).pathname
}

const [script = ''] = (await readdir('dist/console/assets')).filter((name) => name.endsWith('.js'))
const api = '/ga/api/v2'
const paths: Path[] = [
  { name: 'nothing', path: '' },
  { name: '/healthz', path: '/healthz' },
  { name: '/readyz', path: '/readyz' },
  { name: 'page of a form', path: 'form' },
  { name: 'a wrong tracking link', path: `/c/${'x'.repeat(60)}` },
  { name: 'a wrong unsubscription', path: `/u/${'x'.repeat(60)}` },
  { name: 'set-up page', path: '/console/set_up' },
  { name: 'state of the set-up', path: `${api}/set_up` },
  { name: '/openapi.json', path: '/openapi.json' },
  { name: 'a wrong credential', path: `${api}/mailing_lists`, credential: 'eDp5' },
  { name: 'script of the console', path: `/console/assets/${script}` },
  { name: 'no such path', path: '/nowhere' },
  { name: '/metrics without token', path: '/metrics', isMetrics: true },
]

async function measure({ name, path, credential, isMetrics = false }: Path): Promise<void> {
  const server = await startServer()
  try {
    const target = path === 'form' ? await formPath(server.url) : path
    const call = callerOf(server.url, formatCredential({ organizationId: 1, key }))
    const watch = async (forSeconds: number) => {
      const stop = watchLatency(() => call('GET', 'mailing_lists'))
      await pause(forSeconds * 1000)
      return stop()
    }
    await watch(2)
    const alone = await watch(2)
    const before = await residentMegabytes(server.pid)
    const authorization = credential === undefined ? '' : `Authorization: Basic ${credential}\r\n`
    const head = target === '' ? '' : `GET ${target} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`
    const to = isMetrics ? `http://127.0.0.1:${metricsPort}` : server.url
    const child = spawn(process.execPath, ['--import', 'tsx', 'bench/edge/flood.ts', to, head], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
    await once(child.stdout, 'data')
    const beside = await watch(seconds)
    const grown = (await residentMegabytes(server.pid)) - before
    child.kill('SIGKILL')
    await once(child, 'exit')
    const verdict = beside.slowestMs <= 250 && grown <= 100 ? 'met' : 'missed'
    const text = ({ p50Ms, slowestMs }: typeof alone) =>
      `${p50Ms.toFixed(1)} ms, ${slowestMs.toFixed(0)} ms`.padEnd(20)
    console.log(
      `${name.padEnd(26)} ${text(alone)} ${text(beside)} ${grown.toFixed(0).padStart(5)} MB ${verdict}`,
    )
  } finally {
    await server.stop()
  }
}

console.log(`${' '.repeat(26)} ${'alone: p50, slowest'.padEnd(20)} ${'beside'.padEnd(20)} memory`)
for (const path of paths.filter(({ name }) => name.includes(part))) await measure(path)
