import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { queueNames } from '../../contract/jobs/health.ts'
import { catalog, countsFromStart, metricOf } from './catalog.ts'

const deploy = new URL('../../../deploy/', import.meta.url)
const read = (path: string) => readFile(new URL(path, deploy), 'utf8')

type Alert = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: Record<string, string>
}

async function rules(): Promise<Alert[]> {
  const { groups } = parse(await read('prometheus/quiver.rules.yml')) as { groups: { rules: Alert[] }[] }
  return groups.flatMap((group) => group.rules)
}

type Panel = { title: string; type: string; targets?: { expr: string }[] }

async function panels(): Promise<Panel[]> {
  const { panels: all } = JSON.parse(await read('grafana/quiver.json')) as { panels: Panel[] }
  return all.filter(({ type }) => type !== 'row')
}

/** Names of metrics, and the labels of each selector. Of a histogram, the name of its family. */
function selectorsOf(expression: string): { name: string; labels: [key: string, value: string][] }[] {
  const found = expression.matchAll(/\b((?:quiver|process)_[a-z_]+)(?:\{([^}]*)\})?/g)
  return [...found].map(([, name = '', inside = '']) => ({
    name: name in catalog ? name : name.replace(/_(bucket|sum|count)$/, ''),
    labels: [...inside.matchAll(/(\w+)\s*[=!]~?\s*"([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      value,
    ]),
  }))
}

async function expressions(): Promise<[place: string, expr: string][]> {
  const ofPanels = (await panels()).flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  )
  return [...(await rules()).map(({ alert, expr }): [string, string] => [alert, expr]), ...ofPanels]
}

test('the dashboard and the alerts name only what is served, and all of it', async () => {
  const used = new Set<string>()
  for (const [place, expr] of await expressions()) {
    for (const { name } of selectorsOf(expr)) {
      expect(Object.keys(catalog), place).toContain(name)
      used.add(name)
    }
  }
  expect([...used].toSorted()).toEqual(Object.keys(catalog).toSorted())
})

test('they use only labels and values that exist', async () => {
  const values: Record<string, Set<string>> = { queue: new Set(queueNames) }
  for (const { name, labels } of countsFromStart) {
    for (const [key, value] of Object.entries(labels))
      (values[`${metricOf[name]} ${key}`] ??= new Set()).add(value)
  }
  for (const [place, expr] of await expressions()) {
    for (const { name, labels } of selectorsOf(expr)) {
      const known: readonly string[] = [
        ...catalog[name as keyof typeof catalog].labels,
        'job',
        'instance',
        'le',
      ]
      for (const [key, value] of labels) {
        expect(known, `${place}: ${name}`).toContain(key)
        const allowed = values[key] ?? values[`${name} ${key}`]
        if (allowed !== undefined)
          for (const one of value.split('|')) expect([...allowed], place).toContain(one)
      }
    }
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/))
    const ofAny = new Set(
      selectorsOf(expr).flatMap(({ name }) => [...catalog[name as keyof typeof catalog].labels]),
    )
    for (const name of grouped) expect([...ofAny, 'instance', 'le'], `${place}: by`).toContain(name)
  }
})

test('each alert says what is wrong and what to do, and has a name of its own', async () => {
  const all = await rules()
  expect(new Set(all.map(({ alert }) => alert)).size).toBe(all.length)
  for (const { alert, labels, annotations } of all) {
    expect(['warning', 'critical'], alert).toContain(labels.severity)
    expect([annotations.summary, annotations.description], alert).toEqual([
      expect.stringMatching(/\.$/),
      expect.stringMatching(/[.?]$/),
    ])
  }
})

test('the profile of the compose file mounts these files, and keeps the token out of them', async () => {
  const { services, secrets } = parse(await read('compose.yaml')) as {
    services: Record<
      string,
      { profiles?: string[]; volumes?: string[]; environment?: Record<string, string> }
    >
    secrets: Record<string, { environment: string }>
  }
  expect(services.prometheus?.profiles).toEqual(['watch'])
  expect(services.grafana?.profiles).toEqual(['watch'])
  expect(services.quiver?.profiles).toBeUndefined()
  const mounts = [services.prometheus, services.grafana].flatMap((service) => service?.volumes ?? [])
  for (const mount of mounts) {
    const [source = ''] = mount.split(':')
    if (source.startsWith('./') && /\.\w+$/.test(source)) expect(await read(source), mount).not.toBe('')
  }
  const prometheus = parse(await read('prometheus/prometheus.yml')) as {
    rule_files: string[]
    scrape_configs: { authorization: { credentials_file: string }; static_configs: { targets: string[] }[] }[]
  }
  expect(prometheus.rule_files).toEqual(['quiver.rules.yml'])
  const [job] = prometheus.scrape_configs
  expect(job?.authorization.credentials_file).toBe('/run/secrets/metrics_token')
  expect(secrets.metrics_token).toEqual({ environment: 'METRICS_TOKEN' })
  // Otherwise the container keeps the secret that it was made with.
  expect(services.prometheus?.environment).toEqual({ METRICS_TOKEN: '${METRICS_TOKEN:-}' })
  expect(job?.static_configs[0]?.targets).toEqual(['quiver:9464'])
  expect(services.quiver?.environment?.METRICS_PORT).toContain('9464')
})
