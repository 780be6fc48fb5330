import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'

// promtool is in the Debian package prometheus.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('There is no promtool: no alert is fired by its rule.')

const rules = fileURLToPath(new URL('../../../deploy/prometheus/quiver.rules.yml', import.meta.url))

/** So many samples of this value; of a counter, that grow by so much each. */
type Phase = readonly [samples: number, value: number | { by: number }]
type Series = Record<string, readonly Phase[]>

/** `fires`, `ends`: after so many samples. The first phase is quiet. One sample a minute, or each `everyMinutes`. */
type Case = { series: Series; fires: number; ends: number; everyMinutes?: number }

/** What a scrape tells apart. */
const of = (more = '') => `{job="quiver",instance="a"${more === '' ? '' : `,${more}`}}`
const level = (calm: number, trouble: number, samples = 20): Phase[] => [[5, calm], [samples, trouble], [60, calm]] // oxfmt-ignore
const rate = (calm: number, trouble: number, samples = 40): Phase[] => [[5, { by: calm }], [samples, { by: trouble }], [60, { by: calm }]] // oxfmt-ignore
const usual: readonly Phase[] = [[200, { by: 100 }]]
const always = (value: number): Phase[] => [[200, value]]

const cases: Record<string, Case> = {
  QuiverDown: { series: { [`up${of()}`]: level(1, 0, 8) }, fires: 8, ends: 15 },
  QuiverRestarts: {
    series: { [`process_start_time_seconds${of()}`]: [[5, 1], [2, 2], [2, 3], [80, 4]] }, // oxfmt-ignore
    fires: 12,
    ends: 50,
  },
  QuiverWarns: { series: { [`quiver_warning${of('name="clock"')}`]: level(0, 1) }, fires: 11, ends: 27 },
  QuiverFewerProcesses: {
    series: { [`quiver_processes${of()}`]: always(4), [`quiver_processes_expected${of()}`]: level(4, 5) },
    fires: 12,
    ends: 27,
  },
  QuiverHeld: { series: { [`quiver_held${of()}`]: level(0, 1) }, fires: 6, ends: 27 },
  QuiverDatabaseDown: { series: { [`quiver_database_up${of()}`]: level(1, 0) }, fires: 7, ends: 27 },
  QuiverDatabaseConnections: {
    series: { [`quiver_database_connections${of()}`]: level(50, 95), [`quiver_database_connections_max${of()}`]: always(100) }, // oxfmt-ignore
    fires: 12,
    ends: 27,
  },
  QuiverOldTransaction: { series: { [`quiver_database_oldest_transaction_seconds${of()}`]: level(9, 4_000) }, fires: 6, ends: 27 }, // oxfmt-ignore
  QuiverDatabaseGrows: {
    series: { [`quiver_database_size_bytes${of()}`]: [[20, 11e9], [300, { by: 8e7 }], [400, 40e9]] }, // oxfmt-ignore
    // Prometheus takes a series for gone five minutes after its last sample.
    everyMinutes: 4,
    fires: 200,
    ends: 700,
  },
  QuiverDiskFull: {
    series: { [`quiver_disk_free_bytes${of()}`]: level(50e9, 9e9), [`quiver_disk_size_bytes${of()}`]: always(100e9) }, // oxfmt-ignore
    fires: 8,
    ends: 27,
  },
  QuiverDatabaseDiskFull: {
    series: { [`quiver_database_disk_free_bytes${of('directory="/var/lib/postgresql"')}`]: level(50e9, 2e8), [`quiver_database_disk_size_bytes${of('directory="/var/lib/postgresql"')}`]: always(100e9) }, // oxfmt-ignore
    fires: 8,
    ends: 27,
  },
  QuiverDiskFills: {
    series: { [`quiver_disk_free_bytes${of()}`]: [[40, 50e9], [50, { by: -5e8 }], [100, 60e9]] }, // oxfmt-ignore
    everyMinutes: 10,
    fires: 70,
    ends: 140,
  },
  QuiverBackupOld: {
    series: { [`quiver_backup_age_seconds${of()}`]: level(3_600, 3 * 86_400, 80), [`quiver_database_up${of()}`]: always(1) }, // oxfmt-ignore
    fires: 70,
    ends: 90,
  },
  QuiverErrors: {
    series: {
      [`quiver_http_requests_total${of('status="200"')}`]: usual,
      [`quiver_http_requests_total${of('status="500"')}`]: rate(0, 20, 15),
    },
    fires: 15,
    ends: 32,
  },
  QuiverSlow: {
    series: {
      [`quiver_http_request_duration_seconds_bucket${of('le="2.5"')}`]: rate(100, 50, 25),
      [`quiver_http_request_duration_seconds_bucket${of('le="5"')}`]: usual,
      [`quiver_http_request_duration_seconds_bucket${of('le="+Inf"')}`]: usual,
    },
    fires: 27,
    ends: 45,
  },
  QuiverPoolUsedUp: {
    series: {
      [`quiver_pool_waiting${of('pool="quiver api"')}`]: level(0, 3),
      [`quiver_pool_connections${of('pool="quiver api"')}`]: level(2, 10),
      [`quiver_pool_connections_max${of('pool="quiver api"')}`]: always(10),
    },
    fires: 12,
    ends: 27,
  },
  QuiverEventLoopLate: {
    series: { [`quiver_event_loop_delay_seconds${of('thread="main",quantile="0.99"')}`]: level(0.01, 0.8) },
    fires: 17,
    ends: 27,
  },
  QuiverThreadSilent: { series: { [`quiver_thread_answers${of('thread="mail"')}`]: level(1, 0) }, fires: 8, ends: 27 }, // oxfmt-ignore
  QuiverMemory: {
    series: { [`process_resident_memory_bytes${of()}`]: level(2e8, 3e9) },
    fires: 22,
    ends: 27,
  },
  QuiverNoImportWorkers: { series: { [`quiver_import_workers${of()}`]: level(2, 0) }, fires: 12, ends: 27 },
  QuiverImportsLate: { series: { [`quiver_queue_oldest_due_seconds${of('queue="imports"')}`]: level(0, 1_000) }, fires: 12, ends: 27 }, // oxfmt-ignore
  QuiverMessagesLate: { series: { [`quiver_queue_oldest_due_seconds${of('queue="messages"')}`]: level(0, 1_000) }, fires: 12, ends: 27 }, // oxfmt-ignore
  QuiverBacklog: { series: { [`quiver_queue_oldest_due_seconds${of('queue="bulk_changes"')}`]: level(0, 4_000) }, fires: 12, ends: 27 }, // oxfmt-ignore
  QuiverUncertainMessages: { series: { [`quiver_uncertain_messages${of('since="day"')}`]: level(0, 100) }, fires: 6, ends: 27 }, // oxfmt-ignore
  QuiverWorkStalls: {
    series: { [`quiver_queue_stalled_seconds${of('queue="exports"')}`]: level(0, 950), [`quiver_held${of()}`]: always(0) }, // oxfmt-ignore
    fires: 8,
    ends: 27,
  },
  QuiverMailServerAway: {
    // Each attempt ends the wait for a moment.
    series: { [`quiver_queue_waits_for${of('queue="campaigns",reason="a mail server"')}`]: [[5, 0], [6, 1], [1, 0], [13, 1], [40, 0]] }, // oxfmt-ignore
    fires: 17,
    ends: 32,
  },
  QuiverWaitsForRoom: {
    series: {
      [`quiver_queue_waits_for${of('queue="imports",reason="room on the disk of the server"')}`]: level(0, 1),
    },
    fires: 7,
    ends: 29,
  },
  QuiverWaitsForConfirmation: {
    series: { [`quiver_queue_waits_for${of('queue="campaigns",reason="confirmation after a restore"')}`]: level(0, 2, 80) }, // oxfmt-ignore
    fires: 70,
    ends: 90,
  },
  QuiverUpkeepLate: {
    series: { [`quiver_upkeep_late_seconds${of('duty="old hits"')}`]: level(0, 4_000), [`quiver_held${of()}`]: always(0) }, // oxfmt-ignore
    fires: 12,
    ends: 27,
  },
  QuiverMessagesRefused: {
    series: {
      [`quiver_messages_total${of('outcome="accepted",source="campaign"')}`]: usual,
      [`quiver_messages_total${of('outcome="bounced",source="campaign"')}`]: rate(1, 50),
    },
    fires: 35,
    ends: 90,
  },
  QuiverMessagesDeferred: {
    series: {
      [`quiver_messages_total${of('outcome="accepted",source="campaign"')}`]: usual,
      [`quiver_messages_total${of('outcome="deferred",source="campaign"')}`]: rate(1, 300, 60),
    },
    fires: 55,
    ends: 110,
  },
  QuiverBounces: {
    series: {
      [`quiver_organization_recent_bounces${of('organization="7"')}`]: level(10, 100),
      [`quiver_organization_recent_messages${of('organization="7"')}`]: always(1_000),
    },
    fires: 17,
    ends: 27,
  },
  QuiverComplaints: {
    series: {
      [`quiver_organization_recent_complaints${of('organization="7"')}`]: level(0, 3),
      [`quiver_organization_recent_messages${of('organization="7"')}`]: always(1_000),
    },
    fires: 17,
    ends: 27,
  },
  QuiverBrake: { series: { [`quiver_sending_brakes${of()}`]: level(0, 1) }, fires: 6, ends: 27 },
  QuiverForeignReturns: {
    series: { [`quiver_returned_mail_total${of('kind="unknown"')}`]: [[5, { by: 1 }], [150, { by: 120 }], [100, { by: 1 }]] }, // oxfmt-ignore
    fires: 140,
    ends: 220,
  },
  QuiverWebhooksFail: {
    series: {
      [`quiver_webhook_requests_total${of('outcome="taken"')}`]: usual,
      [`quiver_webhook_requests_total${of('outcome="failed"')}`]: rate(1, 300, 60),
    },
    fires: 58,
    ends: 110,
  },
  QuiverStorageFails: { series: { [`quiver_storage_requests_total${of('outcome="failed",operation="put"')}`]: rate(0, 5, 15) }, fires: 14, ends: 30 }, // oxfmt-ignore
  QuiverLeaseLosses: { series: { [`quiver_lease_losses_total${of('work="import"')}`]: rate(0, 20, 40) }, fires: 38, ends: 70 }, // oxfmt-ignore
  QuiverBackgroundFaults: { series: { [`quiver_background_faults_total${of()}`]: rate(0, 10, 15) }, fires: 12, ends: 40 }, // oxfmt-ignore
}

/** What an operator should not be woken for. `but`: these fire. */
const calm: Record<string, { series: Series; but?: string[] }> = {
  'a campaign of one message an hour': {
    series: {
      [`quiver_queue_running${of('queue="campaigns"')}`]: always(1),
      [`quiver_queue_waits_for${of('queue="campaigns",reason="the speed limit"')}`]: always(1),
      [`quiver_queue_stalled_seconds${of('queue="campaigns"')}`]: always(0),
      [`quiver_messages_total${of('outcome="accepted",source="campaign"')}`]: always(7),
    },
  },
  'campaigns that wait for credits, and for the choice of the winner': {
    series: Object.fromEntries(
      ['sending credits', 'sending quota', 'the choice of the winning content'].map((reason) => [
        `quiver_queue_waits_for${of(`queue="campaigns",reason="${reason}"`)}`,
        always(1),
      ]),
    ),
  },
  'a worker with a small disk': {
    series: { [`quiver_disk_free_bytes${of()}`]: always(500e6), [`quiver_disk_size_bytes${of()}`]: always(512e6) }, // oxfmt-ignore
  },
  'messages that have been uncertain for long': { series: { [`quiver_uncertain_messages${of('since="longer"')}`]: always(9) } }, // oxfmt-ignore
  'a server that is held, whose upkeep and work therefore wait': {
    series: {
      [`quiver_held${of()}`]: always(1),
      [`quiver_upkeep_late_seconds${of('duty="old hits"')}`]: always(9_000),
      [`quiver_queue_stalled_seconds${of('queue="imports"')}`]: always(9_000),
    },
    but: ['QuiverHeld'],
  },
  'an installation without a message, a webhook or a bounce': {
    series: {
      [`quiver_messages_total${of('outcome="accepted",source="campaign"')}`]: always(0),
      [`quiver_messages_total${of('outcome="bounced",source="campaign"')}`]: always(0),
      [`quiver_webhook_requests_total${of('outcome="taken"')}`]: always(0),
      [`quiver_webhook_requests_total${of('outcome="failed"')}`]: always(0),
    },
  },
}

test('each alert has a case', async () => {
  const { groups } = parse(await readFile(rules, 'utf8')) as { groups: { rules: { alert: string }[] }[] }
  expect(Object.keys(cases)).toEqual(groups.flatMap((group) => group.rules.map(({ alert }) => alert)))
})

test.skipIf(!hasPromtool)('each alert fires by its cause and ends with it', async () => {
  const tests = Object.entries(cases).map(([alert, { series, fires, ends, everyMinutes = 1 }]) => {
    const quiet = Math.min(...Object.values(series).map(([first]) => (first?.[0] === 200 ? Infinity : (first?.[0] ?? 0)))) - 1 // oxfmt-ignore
    const firing = (at: number, isFiring: boolean) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: `${at * everyMinutes}m`,
      exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
    })
    const checks = [firing(quiet, false), firing(fires, true), firing(ends, false)]
    return {
      name: alert,
      interval: `${everyMinutes}m`,
      input_series: written(series),
      promql_expr_test: checks,
    }
  })
  expect(await promtool(tests)).toEqual({ status: 0, failures: [] })
})

test.skipIf(!hasPromtool)('what is usual wakes nobody', async () => {
  const tests = Object.entries(calm).map(([name, { series, but = [] }]) => ({
    name,
    interval: '1m',
    input_series: written(series),
    promql_expr_test: [20, 100, 190].map((minutes) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${minutes}m`,
      exp_samples: but.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
    })),
  }))
  expect(await promtool(tests)).toEqual({ status: 0, failures: [] })
})

function written(series: Series) {
  return Object.entries(series).map(([name, phases]) => {
    let last = 0
    const values = phases.flatMap(([samples, value]) =>
      Array.from({ length: samples }, () => (last = typeof value === 'number' ? value : last + value.by)),
    )
    return { series: name, values: values.join(' ') }
  })
}

async function promtool(tests: object[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'tests.yml')
  await writeFile(file, stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  const failures = (stdout + stderr)
    .split('\n')
    .filter((line) => /FAILED|alertname|expr|got|name:/.test(line))
  return { status, failures: status === 0 ? [] : failures }
}
