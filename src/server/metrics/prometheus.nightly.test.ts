import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { aFreePort } from '../../../test/harness/core/socket.ts'
import { until } from '../../../test/harness/core/until.ts'
import { aWholeServer, anOrganizationOf } from '../../../test/harness/core/whole-server.ts'

// Prometheus is in Debian's package of that name.
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0
if (!hasPrometheus) console.warn('There is no prometheus: the dashboard and the alerts are not run.')

const deploy = new URL('../../../deploy/', import.meta.url)
const token = 'the-token-of-the-metrics'

/** Panels about what a quiet server has none of: messages of an organization. */
const emptyPanels = ['Bounces by organization', 'Complaints by organization']

test.skipIf(!hasPrometheus)(
  'Prometheus reads a server as the sample says; each panel shows something, each alert can be asked',
  { timeout: 300_000 },
  async () => {
    const server = await aWholeServer({}, { METRICS_TOKEN: token })
    await anOrganizationOf(server, { name: 'Acme' })
    const ask = await aPrometheus(new URL(server.metricsUrl).host)
    // A rate begins with the second reading of a count.
    await until(async () => {
      await server.system('GET', 'organizations')
      const rate = 'sum(rate(quiver_http_requests_total{job="quiver"}[10s])) > 0'
      return (await ask<Result>('query', { query: rate })).result.length > 0
    })

    expect(await ask('label/job/values', { 'match[]': 'quiver_build_info' })).toEqual(['quiver'])
    const empty: string[] = []
    for (const { title, targets = [] } of await panels()) {
      const answers = await Promise.all(
        targets.map(({ expr }) => ask<Result>('query', { query: asGrafanaSends(expr) })),
      )
      if (answers.every(({ result }) => result.length === 0)) empty.push(title)
    }
    expect(empty).toEqual(emptyPanels)

    const { groups } = await ask<{ groups: { rules: Rule[] }[] }>('rules')
    const rules = groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([])
    const raised = async () => {
      const { alerts } = await ask<{ alerts: { labels: { alertname: string } }[] }>('alerts')
      return alerts.map(({ labels }) => labels.alertname)
    }
    expect(await raised()).not.toContain('QuiverDown')
    server.server.kill('SIGKILL')
    await until(async () => (await raised()).includes('QuiverDown'))
  },
)

type Result = { result: unknown[] }
type Rule = { name: string; health: string; lastError?: string }
type Panel = { title: string; type: string; targets?: { expr: string }[] }

async function panels(): Promise<Panel[]> {
  const dashboard = JSON.parse(await readFile(new URL('grafana/quiver.json', deploy), 'utf8'))
  return dashboard.panels.filter(({ type }: Panel) => type !== 'row')
}

function asGrafanaSends(expr: string): string {
  return expr.replaceAll('$job', '.*').replaceAll('$__rate_interval', '30s')
}

/** Prometheus with the sample files on this target. @returns a question to its API. */
async function aPrometheus(target: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await copyFile(new URL('prometheus/quiver.rules.yml', deploy), path.join(folder, 'quiver.rules.yml'))
  await writeFile(path.join(folder, 'token'), token)
  const sample = parse(await readFile(new URL('prometheus/prometheus.yml', deploy), 'utf8'))
  sample.global = { scrape_interval: '1s', evaluation_interval: '1s' }
  Object.assign(sample.scrape_configs[0], {
    scrape_timeout: '1s',
    authorization: { credentials_file: 'token' },
    static_configs: [{ targets: [target] }],
  })
  await writeFile(path.join(folder, 'prometheus.yml'), stringify(sample))
  const port = await aFreePort()
  const child = spawn(
    'prometheus',
    [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const base = `http://127.0.0.1:${port}`
  await until(async () =>
    fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return async <Data = unknown>(kind: string, query: Record<string, string> = {}): Promise<Data> => {
    const answer = await fetch(`${base}/api/v1/${kind}?${new URLSearchParams(query)}`)
    const { status, data, error } = (await answer.json()) as { status: string; data: Data; error?: string }
    expect(status, `${JSON.stringify(query)}: ${error}`).toBe('success')
    return data
  }
}
