import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quiver } from '../../../test/harness/core/command.ts'
import { aList } from '../../../test/harness/core/records.ts'
import { until } from '../../../test/harness/core/until.ts'
import { aWholeServer, anOrganizationOf, type WholeServer } from '../../../test/harness/core/whole-server.ts'
import { canMount, mountDisk } from '../../../test/harness/files/small-disk.ts'
import { aStartedCampaign } from '../../../test/harness/sending/campaigns.ts'
import { figure } from '../../../test/harness/watching/figure.ts'
import { aPrometheus, hasPrometheus, metricsToken } from '../../../test/harness/watching/prometheus.ts'
import { noteBackup } from '../../store/server/last-backup.ts'
import { reportProcess } from '../../store/server/processes.ts'

type World = { server: WholeServer; organizationId: number; listId: number; dataDir: string }

/** Makes the cause, and takes it away. */
type Trouble = (world: World) => Promise<() => Promise<unknown>>

/** A job as its workers leave it; nobody claims it, and no subject belongs to it. */
function aJob(kind: string, columns: Record<string, string | Date | null>): Trouble {
  return async ({ server: { sql }, organizationId, listId }) => {
    const row = { organization_id: organizationId, kind, id: 999, mailing_list_id: listId, next_attempt_at: inAnHour(), ...columns } // oxfmt-ignore
    await sql`insert into jobs ${sql(row)}`
    return () => sql`delete from jobs where id = 999`
  }
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const inAnHour = () => hours(1)
const began = () => ({ begins_at: hours(-2), started_at: hours(-2) })

const aBrake = (bounces: number, complaints: number, braked: boolean): Trouble => async ({ server: { sql }, organizationId }) => {
  await sql`
    insert into sending_brakes (organization_id, sent, hard_bounces, complaints, braked_at, reason)
    values (${organizationId}, array[1000], array[${bounces}::integer], array[${complaints}::integer],
      ${braked ? new Date() : null}, ${braked ? 'much' : ''})
    on conflict (organization_id) do update set sent = excluded.sent, hard_bounces = excluded.hard_bounces,
      complaints = excluded.complaints, braked_at = excluded.braked_at, reason = excluded.reason`
  return () => sql`delete from sending_brakes where organization_id = ${organizationId}`
} // oxfmt-ignore

/** A report of another process. */
const aProcess = (baseUrl: (world: World) => string, seen: Date): Trouble => async (world) => {
  const { sql } = world.server
  const id = randomUUID()
  const keys = { newestKeyId: 1, currentKeyId: 1 }
  const place = await sql<{ data_directory: string; storage: string | null }[]>`select data_directory, storage from server_processes limit 1` // oxfmt-ignore
  const files = { dataDirectory: place[0]?.data_directory ?? '', place: place[0]?.storage ?? place[0]?.data_directory ?? '' }
  await reportProcess(sql, { id, name: 'gone:1', ...files, baseUrl: baseUrl(world), imports: true, part: 'worker', ...keys })
  await sql`update server_processes set seen_at = ${seen}, started_at = ${hours(-3)} where id = ${id}`
  return () => sql`delete from server_processes where id = ${id}`
} // oxfmt-ignore

const troubles: Record<string, Trouble> = {
  QuiverBackupOld:
    async ({ server: { sql } }) =>
    () =>
      noteBackup(sql.everywhere()),
  QuiverUncertainMessages: async ({ server: { sql }, organizationId, listId }) => {
    const campaignId = await aStartedCampaign(sql, organizationId, listId)
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, state, sent_at)
      values (${organizationId}, ${campaignId}, 0, 'uncertain', now())`
    return () => sql`update deliveries set state = 'accepted' where campaign_id = ${campaignId}`
  },
  QuiverWorkStalls: aJob('SubscriberExport', { ...began(), state: 'exporting', leased_until: inAnHour() }),
  QuiverMailServerAway: aJob('Campaign', { ...began(), state: 'sending', waiting_for: 'a mail server' }),
  QuiverWaitsForRoom: aJob('SubscriberImport', { ...began(), state: 'importing', waiting_for: 'room on the disk of the server' }), // oxfmt-ignore
  QuiverWaitsForConfirmation: aJob('Campaign', { ...began(), state: 'paused', paused_from: 'sending', waiting_for: 'confirmation after a restore' }), // oxfmt-ignore
  QuiverImportsLate: aJob('SubscriberImport', { begins_at: hours(-1) }),
  QuiverMessagesLate: aJob('Campaign', { begins_at: hours(-1) }),
  QuiverBacklog: aJob('SubscriberExport', { begins_at: hours(-2) }),
  QuiverUpkeepLate: async ({ server: { sql } }) => {
    await until(async () => (await sql`select 1 from upkeep_duties`).count > 0)
    const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select name from upkeep_duties where every_seconds = 3600 limit 1` // oxfmt-ignore
    const set = (at: Date) => sql`update upkeep_duties set done_at = ${at} where name = ${name}`
    await set(hours(-9))
    return () => set(new Date())
  },
  QuiverBounces: aBrake(60, 0, false),
  QuiverComplaints: aBrake(0, 4, false),
  QuiverBrake: aBrake(0, 0, true),
  QuiverWarns: aProcess(() => 'https://elsewhere.example.com', inAnHour()),
  QuiverFewerProcesses: aProcess(({ server }) => server.url, hours(-1)),
  QuiverHeld: async ({ server: { sql, environment } }) => {
    await sql`update database_line set is_older = true`
    return async () => expect((await quiver(['confirm-copy'], environment)).code).toBe(0)
  },
  QuiverDatabaseDown: async ({ server: { sql } }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const locked = sql.begin(async (lock) => {
      await lock`lock table sending_brakes in access exclusive mode`
      await released
    })
    return async () => {
      release()
      await locked
    }
  },
  QuiverErrors: async ({ server: { sql, url } }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const locked = sql.begin(async (lock) => {
      await lock`lock table schema_migrations in access exclusive mode`
      await released
    })
    const asking = setInterval(() => void fetch(`${url}/readyz`).catch(() => {}), 500)
    return async () => {
      clearInterval(asking)
      release()
      await locked
    }
  },
  ...(canMount && {
    QuiverDiskFull: async ({ dataDir }) => {
      const file = path.join(dataDir, 'filler')
      await writeFile(file, Buffer.alloc(450e6))
      return () => rm(file)
    },
  }),
}

const ofLoad = ['QuiverThreadSilent', 'QuiverEventLoopLate', 'QuiverSlow', 'QuiverPoolUsedUp']

/** So that a cause is seen within seconds: what an alert waits for and looks back over; its bounds stay. */
function hurried(rules: string): string {
  return rules.replaceAll(/^ +for: .*\n/gm, '').replaceAll(/\[\d+[mhd]\]/g, '[10s]')
}

test.skipIf(!hasPrometheus)(
  'a started server and a Prometheus: each alert whose cause can be made fires, and ends when it is taken away',
  { timeout: 1_500_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'quiver-alerts-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    if (canMount) onTestFinished(mountDisk(folder, '600m'))
    const dataDir = path.join(folder, 'data')
    await mkdir(dataDir)
    const server = await aWholeServer({}, { METRICS_TOKEN: metricsToken, DATA_DIR: dataDir })
    const { id: organizationId } = await anOrganizationOf(server, { name: 'Acme' })
    const world = { server, organizationId, listId: await aList(server.sql, organizationId), dataDir }
    const ask = await aPrometheus(new URL(server.metricsUrl).host, hurried)
    const firing = async () => {
      type Answer = { alerts: { state: string; labels: { alertname: string } }[] }
      const { alerts } = await ask<Answer>('alerts')
      return [...new Set(alerts.flatMap(({ state, labels }) => (state === 'firing' ? [labels.alertname] : [])))]
    }
    let latest: string[] = []
    const becomes = async (alert: string, isFiring: boolean) => {
      try {
        await until(async () => (latest = await firing()).includes(alert) === isFiring, { seconds: 90 })
      } catch {
        expect.fail(`${alert} ${isFiring ? 'does not fire' : 'does not end'}; these fire: ${latest.join(', ')}`)
      }
    }
    for (const [alert, trouble] of Object.entries(troubles)) {
      if (alert !== 'QuiverBackupOld') expect(await firing(), `before ${alert}`).not.toContain(alert)
      const end = await trouble(world)
      await becomes(alert, true)
      await end()
      await becomes(alert, false)
    }
    // Nothing is left of all that, but for what a busy machine does without the time that an alert waits.
    const left = async () => (latest = (await firing()).filter((alert) => !ofLoad.includes(alert)))
    await until(async () => (await left()).length === 0, { seconds: 90 }).catch(() => {})
    expect(latest).toEqual([])
    server.server.kill('SIGKILL')
    await server.server.ended
    await becomes('QuiverDown', true)
    await server.startAgain()
    await becomes('QuiverDown', false)
    figure(`${Object.keys(troubles).length + 1} alerts fired and ended`)
  },
) // oxfmt-ignore
