import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createClient } from '../../src/client/api.ts'
import { uploadFile, uploadOf } from '../../src/client/upload.ts'
import { createSubscriberImport, showSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { listSubscribers } from '../../src/contract/subscribers/endpoints.ts'
import { createUser } from '../../src/contract/users/endpoints.ts'
import { root } from '../harness/core/embedded.ts'
import { aFreePort } from '../harness/core/socket.ts'
import { until } from '../harness/core/until.ts'
import { anInstallation, canBeHad, copyOfSources, engine, imagesOfCompose } from './compose.ts'
import { stagesOfDockerfile } from './dockerfile.ts'

const images = await imagesOfCompose()
/** Services whose images the engine neither has nor gets; `build` is the base of Quiver's own. */
const missing = await servicesWithoutImage()

async function servicesWithoutImage(): Promise<string[]> {
  if (engine === undefined) return ['build']
  const [build] = await stagesOfDockerfile()
  const found: string[] = []
  for (const [service, image] of [...images, ['build', build?.from.split(' ')[0] ?? ''] as const])
    if (!(await canBeHad(image))) found.push(service)
  return found
}

const cannotRun = (...services: string[]) =>
  ['build', 'postgres', ...services].some((name) => missing.includes(name))

if (engine === undefined)
  console.warn('No container engine with compose answers: the profiles of the compose file are not started.')
else if (cannotRun())
  console.warn(`The profiles of the compose file are not started: no image for ${missing.join(', ')}.`)
else
  for (const [service, image] of images.filter(([name]) => missing.includes(name)))
    console.warn(`The engine does not get the image ${image}: ${service} is not tested.`)

const passwords = {
  POSTGRES_PASSWORD: 'one',
  QUIVER_PASSWORD: 'two',
  QUIVER_OWNER_PASSWORD: 'three',
  GRAFANA_PASSWORD: 'the-password-of-grafana',
}
/** As the comments of deploy/compose.yaml say. */
const settings = {
  SMTP_URL: 'smtp://mailpit:1025',
  METRICS_TOKEN: 'the-first-token-of-the-metrics',
  STORAGE_URL: 's3://quiver/files?endpoint=http://storage:9000',
  AWS_ACCESS_KEY_ID: 'quiver',
  AWS_SECRET_ACCESS_KEY: 'the-secret-of-the-storage',
}

/** One for all tests of the file: its start takes minutes. */
async function start(ends: (end: () => Promise<void>) => void) {
  const [quiver, mailpit, grafana] = [await aFreePort(), await aFreePort(), await aFreePort()]
  const ports = {
    QUIVER_PORT: String(quiver),
    MAILPIT_PORT: String(mailpit),
    GRAFANA_PORT: String(grafana),
  }
  const sources = await copyOfSources(ends)
  const write = (changes: Record<string, string> = {}) => {
    const lines = Object.entries({ ...passwords, ...settings, ...ports, ...changes })
    const text = lines.map(([name, value]) => `${name}=${value}\n`).join('')
    return writeFile(path.join(sources, 'deploy/.env'), text)
  }
  await write()
  const project = `quiver-test-${quiver}`
  const installation = anInstallation({ sources, project, profiles: ['mail', 'watch', 's3'] })
  ends(installation.remove)
  const there = images.map(([name]) => name).filter((name) => !missing.includes(name))
  // Without names it is all of the profiles.
  const services = missing.length === 0 ? [] : ['quiver', ...there]
  const up = async () => {
    await installation.compose('up', '--build', '--detach', ...services)
    return installation.healthy()
  }
  const credential = await installation.credential(await up())
  const server = { url: `http://127.0.0.1:${quiver}`, credential }
  const urls = { mailpit: `http://127.0.0.1:${mailpit}`, grafana: `http://127.0.0.1:${grafana}` }
  return { ...installation, write, up, server, urls, client: createClient(server) }
}

let started: Awaited<ReturnType<typeof start>> | undefined
const toEnd: (() => Promise<void>)[] = []
beforeAll(async () => {
  if (!cannotRun()) started = await start((end) => void toEnd.push(end))
}, 1_800_000)
afterAll(async () => {
  for (const end of toEnd.toReversed()) await end()
}, 600_000)

function installed() {
  if (started === undefined) throw new Error('Nothing has been started.')
  return started
}

async function read<Data>(url: string, headers: Record<string, string> = {}): Promise<Data> {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return JSON.parse(text) as Data
}

type Mail = { ID: string; To: { Address: string }[] }

test.skipIf(cannotRun('mailpit'))(
  'profile mail: an invitation arrives in Mailpit, with a link that opens',
  async () => {
    const { client, server, urls } = installed()
    const email = 'cleo@example.com'
    await client.call(createUser, {
      body: { full_name: 'Cleo', email, role: 'organization_admin', active: true },
    })
    let mail: Mail | undefined
    await until(async () => {
      const { messages } = await read<{ messages: Mail[] }>(`${urls.mailpit}/api/v1/messages`)
      mail = messages.find(({ To }) => To.some(({ Address }) => Address === email))
      return mail !== undefined
    })
    const { Text } = await read<{ Text: string }>(`${urls.mailpit}/api/v1/message/${mail?.ID}`)
    const [link = ''] = /https?:\/\/\S+/.exec(Text) ?? []
    expect(link).toContain(`${server.url}/`)
    // Its token moves to a cookie.
    const opened = await fetch(link, { redirect: 'manual' })
    const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? []
    const page = new URL(opened.headers.get('location') ?? '', link)
    expect((await fetch(page, { headers: { cookie } })).status).toBe(200)
  },
)

test.skipIf(cannotRun('storage'))(
  'profile s3: an upload becomes objects in the bucket, and is imported from there',
  async () => {
    const { client, server, compose } = installed()
    const { data: list } = await client.call(createMailingList, { body: { name: 'Members' } })
    const content = Array.from({ length: 1000 }, (_, row) => `person-${row}@example.com\n`).join('')
    const id = await uploadFile(server, uploadOf(new Blob([`email\n${content}`]), 'members.csv'))
    const objects = await compose('exec', '-T', 'storage', 'ls', '-R', '/data/quiver/files')
    expect(objects).toMatch(/\/files\/\d+:\n[0-9a-f]{32}/)
    const { data } = await client.call(createSubscriberImport, {
      params: { mailing_list_id: list.id },
      body: { column_mapping: ['email'], file_source: { type: 'upload', id } },
    })
    await until(async () => {
      const { data: now } = await client.call(showSubscriberImport, { params: { id: data.id } })
      return now.state === 'finished'
    })
    const { paging } = await client.call(listSubscribers, { params: { mailing_list_id: list.id } })
    expect(paging?.num_records).toBe(1000)
  },
)

type Target = { health: string; lastScrape: string }
type Rule = { name: string; health: string }

/** Prometheus has no port of its own outside. */
async function askPrometheus<Data>(what: string): Promise<Data> {
  const url = `http://127.0.0.1:9090/api/v1/${what}`
  const text = await installed().compose('exec', '-T', 'prometheus', 'wget', '-qO-', url)
  return (JSON.parse(text) as { data: Data }).data
}

/** Waits until Prometheus has read Quiver after this moment. */
async function readsQuiver(sinceMs: number): Promise<void> {
  await until(async () => {
    // It may be about to start.
    const found = await askPrometheus<{ activeTargets: Target[] }>('targets').catch(() => undefined)
    const [target, ...others] = found?.activeTargets ?? []
    expect(others).toEqual([])
    return target?.health === 'up' && Date.parse(target.lastScrape) > sinceMs
  })
}

test.skipIf(cannotRun('prometheus'))(
  'profile watch: Prometheus reads Quiver with the token, also after a change of it, and has every alert',
  async () => {
    const { write, up } = installed()
    await readsQuiver(0)
    const text = await readFile(path.join(root, 'deploy/prometheus/quiver.rules.yml'), 'utf8')
    const written = (parse(text) as { groups: { rules: { alert: string }[] }[] }).groups
    let rules: Rule[] = []
    await until(async () => {
      const { groups } = await askPrometheus<{ groups: { rules: Rule[] }[] }>('rules')
      rules = groups.flatMap((group) => group.rules)
      return rules.every(({ health }) => health === 'ok')
    })
    expect(rules.map(({ name }) => name)).toEqual(
      written.flatMap((group) => group.rules.map(({ alert }) => alert)),
    )

    await write({ METRICS_TOKEN: 'another-token-of-the-metrics' })
    await up()
    await readsQuiver(Date.now())
  },
)

type Dashboard = { meta: { provisioned: boolean }; dashboard: { title: string; panels: unknown[] } }

test.skipIf(cannotRun('prometheus', 'grafana'))(
  'profile watch: Grafana has the dashboard for its administrator, and its data source answers',
  async () => {
    const { urls } = installed()
    const authorization = `Basic ${btoa(`admin:${passwords.GRAFANA_PASSWORD}`)}`
    const ask = <Data>(what: string) => read<Data>(`${urls.grafana}/api/${what}`, { authorization })
    await until(async () => {
      const found = await ask<{ uid: string }[]>('search?query=Quiver').catch(() => [])
      return found.some(({ uid }) => uid === 'quiver')
    })
    const { meta, dashboard } = await ask<Dashboard>('dashboards/uid/quiver')
    const text = await readFile(path.join(root, 'deploy/grafana/quiver.json'), 'utf8')
    expect(meta.provisioned).toBe(true)
    expect(dashboard.title).toBe('Quiver')
    expect(dashboard.panels).toHaveLength((JSON.parse(text) as { panels: unknown[] }).panels.length)

    const sources = await ask<{ uid: string; type: string; isDefault: boolean }[]>('datasources')
    expect(sources).toMatchObject([{ type: 'prometheus', isDefault: true }])
    const query = `datasources/proxy/uid/${sources[0]?.uid}/api/v1/query?query=quiver_build_info`
    await until(async () => {
      const { data } = await ask<{ data: { result: { metric: { job: string } }[] } }>(query)
      return data.result.some(({ metric }) => metric.job === 'quiver')
    })
  },
)
