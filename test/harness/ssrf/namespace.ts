// Runs inside a network namespace of its own (see launch.ts), where every address in the world is this
// machine: whatever the guard lets through is seen by a server of ours, and nothing leaves. Prints a NamespaceReport.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { networkInterfaces } from 'node:os'
import { download, type DownloadOptions, type DownloadResult } from '../../../src/outbound/download/fetch.ts'
import { startUrlSource } from '../fakes/url-source.ts'
import {
  ownAddress,
  ownAddress6,
  publicAddress,
  type NamespaceReport,
  type TrickReport,
  type Visit,
} from './report.ts'
import { scenarios, unusualPort, type Scenario } from './scenarios.ts'
import { reachableTricks, tricks, type Trick } from './tricks.ts'

const [keyPath = '', certPath = '', flipCount = '0'] = process.argv.slice(2)

const marker = '127.9.9.9'

// A fresh namespace has not even its loopback interface up. Anywhere else the routes below would cut the machine off.
if (Object.keys(networkInterfaces()).length > 0)
  throw new Error('This runs in a network namespace of its own only.')

for (const command of [
  'link set lo up',
  `addr add ${ownAddress}/32 dev lo`,
  `-6 addr add ${ownAddress6}/128 dev lo`,
  'route add local 0.0.0.0/0 dev lo',
  '-6 route add local ::/0 dev lo',
]) {
  execFileSync('ip', command.split(' '))
}

const tls = { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(certPath, 'utf8') }
const world = [
  await startUrlSource({ host: '::', port: 80 }),
  await startUrlSource({ host: '::', port: 8080 }),
  await startUrlSource({ host: '::', port: unusualPort }),
  await startUrlSource({ host: '::', port: 443, tls }),
]

const report: NamespaceReport = { tricks: [], scenarios: [], flips: await flip(Number(flipCount)) }
for (const trick of tricks) report.tricks.push(await tryTrick(trick))
for (const scenario of scenarios) report.scenarios.push(await tryScenario(scenario))
process.stdout.write(JSON.stringify(report), () => process.exit(0))

async function tryTrick(trick: Trick): Promise<TrickReport> {
  const lookup = trick.answers && resolver({ [new URL(trick.url).hostname]: [trick.answers] })
  const options = lookup ? { lookup } : {}
  const viaRedirect = `http://${publicAddress}/to?url=${encodeURIComponent(trick.url.replace(/[\n\0]/g, ''))}`
  return {
    direct: await visit(trick.url, options),
    redirected: await visit(viaRedirect, options),
    unguarded: reachableTricks.includes(trick)
      ? await visit(trick.url, { ...options, allow: [named(trick.url)] })
      : undefined,
  }
}

async function tryScenario({
  url,
  allow = [],
  allowLoopback = false,
  answers = {},
}: Scenario): Promise<Visit> {
  const lookup = resolver({ 'public.example': [[publicAddress]], ...answers })
  return visit(url, { allow, allowLoopback, lookup })
}

/** A name whose answers alternate: public, private, public, private. */
async function flip(times: number): Promise<NamespaceReport['flips']> {
  const lookup = resolver({
    'flip.example': Array.from({ length: times }, (_, i) => [i % 2 ? '10.1.2.3' : publicAddress]),
  })
  const flips = { ok: 0, refused: 0 }
  for (const source of world) source.reached.length = 0
  for (let i = 0; i < times; i += 1) {
    const result = await attempt('http://flip.example/members.csv', { lookup })
    if (result.ok) flips.ok += 1
    else if (!result.retry) flips.refused += 1
  }
  return { ...flips, reached: await reachedAddresses() }
}

async function visit(url: string, options: Partial<DownloadOptions>): Promise<Visit> {
  for (const source of world) source.reached.length = 0
  const result = await attempt(url, options)
  return { result, reached: await reachedAddresses() }
}

function attempt(url: string, options: Partial<DownloadOptions>): Promise<DownloadResult> {
  const limits = { connectTimeoutMs: 2_000, idleTimeoutMs: 2_000 }
  return download(url, { allow: [], allowLoopback: false, ...limits, write: async () => {}, ...options })
}

async function reachedAddresses(): Promise<string[]> {
  await Promise.all([80, 8080, unusualPort, 443].map(knock))
  return world.flatMap((source) => source.reached).filter((address) => address !== marker)
}

/** Connections are accepted in their order: when this one was answered, every earlier one has been counted. */
function knock(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: marker, port, agent: false, rejectUnauthorized: false }
    const request = port === 443 ? httpsGet(options) : httpGet(options)
    request.on('response', (response) => response.resume().on('close', resolve)).on('error', reject)
  })
}

/** Each look-up of a name takes its next answer; the last one stays. */
function resolver(answers: Record<string, string[][]>) {
  const left = structuredClone(answers)
  return async (hostname: string): Promise<string[]> => {
    const [next, ...rest] = left[hostname] ?? []
    if (next === undefined) throw Object.assign(new Error(`no ${hostname}`), { code: 'ENOTFOUND' })
    if (rest.length > 0) left[hostname] = rest
    return next
  }
}

function named(text: string): string {
  const { hostname, port, protocol } = new URL(text)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
