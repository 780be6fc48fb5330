import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished, test, expect } from 'vitest'
import {
  beginWork,
  expectOnce,
  holdingsOf,
  noteRows,
  theBusiest,
  whatEachDid,
  type Machine,
} from '../harness/acceptance/machines.ts'
import { startQuiver } from '../harness/core/command.ts'
import { aDataDirectory, root, start } from '../harness/core/embedded.ts'
import { until } from '../harness/core/until.ts'
import { anOrganizationOf, callerOf } from '../harness/core/whole-server.ts'
import { addHost, hubAddress, hubNetwork, makeHub, type Host } from '../harness/acceptance/hosts/network.ts'
import { startSmtpSink } from '../harness/smtp/sink.ts'
import { figure } from '../harness/watching/figure.ts'

const faultSeconds = 60
const shiftSeconds = 150

/** PostgreSQL at the bridge, which hosts reach by TCP. */
async function aDatabaseAtTheHub() {
  const dataDir = await aDataDirectory()
  const { sql } = await start(dataDir, { fsync: 'off', listen_addresses: hubAddress, max_connections: '300' })
  await appendFile(path.join(dataDir, 'postgres/pg_hba.conf'), `\nhost all all ${hubNetwork} trust\n`)
  await sql`select pg_reload_conf()`
  const urlFor = (login: string) => `postgres://${login}@${hubAddress}:5432/quiver`
  return { sql, DATABASE_URL: urlFor('quiver'), DATABASE_OWNER_URL: urlFor('postgres') }
}

async function aMachineOn(
  host: Host,
  shared: Record<string, string>,
  { command, clockShift = 0 }: { command: 'serve' | 'worker'; clockShift?: number },
): Promise<Machine & Host & { url: string }> {
  const url = `http://${host.address}:8080`
  const environment = {
    ...shared,
    DATA_DIR: await aDataDirectory(),
    HOST: '0.0.0.0',
    PORT: '8080',
    BASE_URL: 'https://mail.example.com',
    BOUNCE_PORT: '0',
    EHLO_NAME: `${host.name}.example.com`,
    ...(clockShift !== 0 && {
      CLOCK_SHIFT_SECONDS: String(clockShift),
      NODE_OPTIONS: `--import=${path.join(root, 'test/harness/acceptance/hosts/shifted-clock.mjs')}`,
    }),
  }
  const running = await startQuiver([command], environment, onTestFinished, host)
  await running.seen(/ready: http\S+\n|workers are running/)
  return { ...host, ...running, url }
}

const isReady = async ({ url }: { url: string }) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

test('four hosts whose clocks differ by five minutes: one is cut off, one freezes, one is killed, and each row and message counts once', async () => {
  makeHub()
  const { sql, ...database } = await aDatabaseAtTheHub()
  const sink = await startSmtpSink({ host: hubAddress, slowMs: 300 })
  onTestFinished(() => sink.stop())
  const shared = {
    ...database,
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    SERVER_IDENTITY: 'production',
    STORAGE_URL: 'database:',
    SMTP_URL: sink.url,
    WORKERS: '1',
  }
  const first = await aMachineOn(addHost('first'), shared, { command: 'serve' })
  const [, credential = ''] = await first.seen(/\n {2}(MT\S+)\n/)
  const second = await aMachineOn(addHost('second'), shared, { command: 'serve', clockShift: shiftSeconds })
  const third = await aMachineOn(addHost('third'), shared, { command: 'worker', clockShift: -shiftSeconds })
  const fourth = await aMachineOn(addHost('fourth'), shared, { command: 'worker' })
  const machines = [first, second, third, fourth]
  const rowsDone = await noteRows(sql)
  const callWith = (credential: string) => callerOf(first.url, credential)
  const organization = await anOrganizationOf({ system: callWith(credential), callWith }, { name: 'Acme' })
  const work = await beginWork(sql, organization, { files: 8, rows: 60_000, recipients: 5_000 })

  // Each of the three is in the middle of an import, and the first one of the campaign, too.
  const cut = await theBusiest(sql, machines)
  cut.cutOff()
  const cutMs = performance.now()
  const api = cut === first ? second : first
  const others = machines.filter((machine) => machine !== cut && machine !== api)
  const frozen = await theBusiest(sql, others, { campaigns: 0 })
  frozen.kill('SIGSTOP')
  const rest = others.filter((machine) => machine !== frozen)
  const killed = await theBusiest(sql, rest, { campaigns: 0 })
  killed.kill('SIGKILL')
  await killed.ended
  const hasNothing = async (machine: Machine) => {
    const { imports, campaigns } = await holdingsOf(sql, machine)
    return imports + campaigns === 0
  }
  const victims = [cut, frozen, killed]
  await until(async () => (await Promise.all(victims.map(hasNothing))).every(Boolean), { seconds: 300 })
  const takenSeconds = Math.round((performance.now() - cutMs) / 1000)
  await until(() => isReady(api))
  expect(await isReady(cut)).toBe(false)
  await pause(Math.max(0, faultSeconds * 1000 - (performance.now() - cutMs)))
  cut.reconnect()
  frozen.kill('SIGCONT')
  const call = callerOf(api.url, organization.credential)
  const { uncertain } = await expectOnce({ sql, sink }, call, work, victims.length)
  const servers = [first, second].filter((machine) => machine !== killed)
  await until(async () => (await Promise.all(servers.map(isReady))).every(Boolean), { seconds: 300 })
  figure(
    `${cut.name} cut off, ${frozen.name} frozen, ${killed.name} killed, all taken over within ${takenSeconds} s; ` +
      `${whatEachDid(machines, await rowsDone(), { sink })}; ${uncertain} uncertain, sent again on request`,
  )
  for (const one of machines.filter((machine) => machine !== killed)) {
    one.kill('SIGTERM')
    expect({ name: one.name, code: (await one.ended).code }).toEqual({ name: one.name, code: 0 })
  }
})
