import { expect, test } from 'vitest'
import {
  aMachine,
  beginWork,
  expectOnce,
  holdingsOf,
  noteRows,
  theBusiest,
  whatEachDid,
  type Machine,
} from '../harness/acceptance/machines.ts'
import { until } from '../harness/core/until.ts'
import { anOrganizationOf, aWholeServer, callerOf } from '../harness/core/whole-server.ts'
import { anObjectStorage } from '../harness/files/object-storage.ts'
import { aPgBouncer, hasPgBouncer } from '../harness/postgres/pgbouncer.ts'
import { figure } from '../harness/watching/figure.ts'

const secrets = { SECRET_KEY: '0123456789abcdef'.repeat(4), SERVER_IDENTITY: 'production' }

const storages = {
  'the database': async () => ({ STORAGE_URL: 'database:' }),
  'an S3 storage': async () => (await anObjectStorage()).variables,
}

test.each(Object.entries(storages))(
  'two machines with their files in %s: one is killed within an import and a campaign, and the other completes both',
  async (_, storage) => {
    const whole = await aWholeServer(
      { slowMs: 20 },
      { ...secrets, ...(await storage()), EHLO_NAME: 'first.example.com' },
    )
    const rowsDone = await noteRows(whole.sql)
    const first: Machine = { ...whole.server, name: 'first' }
    const second = await aMachine(whole, 'second', { command: 'serve', isApart: true })
    const [, secondUrl = ''] = await second.seen(/ready: (http\S+)\n/)
    const machines = [first, second]
    const organization = await anOrganizationOf(whole, { name: 'Acme' })
    // Two files, so that both machines have one.
    const work = await beginWork(whole.sql, organization, { files: 2, rows: 200_000, recipients: 5_000 })
    const victim = await theBusiest(whole.sql, machines)
    victim.kill('SIGKILL')
    await victim.ended
    const url = victim === first ? secondUrl.replace('/ga/api/v2', '') : whole.url
    const { uncertain } = await expectOnce(whole, callerOf(url, organization.credential), work, 1)
    const done = whatEachDid(machines, await rowsDone(), whole)
    figure(`${victim.name} killed; ${done}; ${uncertain} uncertain, sent again on request`)
    for (const one of machines.filter((machine) => machine !== victim)) {
      one.kill('SIGTERM')
      expect((await one.ended).code).toBe(0)
    }
  },
)

test.skipIf(!hasPgBouncer)(
  'behind PgBouncer, one machine is killed and one is frozen past its leases: each row and message counts once',
  async () => {
    const whole = await aWholeServer(
      { slowMs: 100 },
      async (direct) => ({
        ...secrets,
        DATABASE_URL: (await aPgBouncer(direct)).url,
        DATABASE_DIRECT_URL: direct,
      }),
      ['--only', 'http'],
    )
    const { sql } = whole
    const rowsDone = await noteRows(sql)
    const aWorker = (name: string) => aMachine(whole, name, { command: 'worker', isApart: false })
    const machines = [await aWorker('first'), await aWorker('second'), await aWorker('third')]
    const organization = await anOrganizationOf(whole, { name: 'Acme' })
    const work = await beginWork(sql, organization, { files: 3, rows: 200_000, recipients: 5_000 })
    const frozen = await theBusiest(sql, machines)
    frozen.kill('SIGSTOP')
    const living = machines.filter((machine) => machine !== frozen)
    const killed = await theBusiest(sql, living, { campaigns: 0 })
    killed.kill('SIGKILL')
    await killed.ended
    await until(
      async () => {
        const { imports, campaigns } = await holdingsOf(sql, frozen)
        return imports + campaigns === 0
      },
      { seconds: 120 },
    )
    frozen.kill('SIGCONT')
    const { uncertain } = await expectOnce(whole, organization.call, work, 1)
    const done = whatEachDid(machines, await rowsDone(), whole)
    figure(
      `${killed.name} killed, ${frozen.name} frozen; ${done}; ${uncertain} uncertain, sent again on request`,
    )
    for (const one of machines.filter((machine) => machine !== killed)) {
      one.kill('SIGTERM')
      expect((await one.ended).code).toBe(0)
    }
  },
)
