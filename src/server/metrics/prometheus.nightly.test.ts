import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { until } from '../../../test/harness/core/until.ts'
import { aWholeServer, anOrganizationOf } from '../../../test/harness/core/whole-server.ts'
import { aPrometheus, hasPrometheus, metricsToken } from '../../../test/harness/watching/prometheus.ts'

const deploy = new URL('../../../deploy/', import.meta.url)

/** Panels about what a quiet server has none of: messages of an organization, work that waits or is late. */
const emptyPanels = [
  'Waits for',
  'Bounces by organization',
  'Complaints by organization',
  'Upkeep that is late',
]

test.skipIf(!hasPrometheus)(
  'Prometheus reads a server as the sample says; each panel shows something, each alert can be asked',
  { timeout: 300_000 },
  async () => {
    const server = await aWholeServer({}, { METRICS_TOKEN: metricsToken })
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
