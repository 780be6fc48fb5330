import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { BackgroundSettings } from './mail.ts'
import { configuredUrls, type Config } from './config.ts'
import type { DatabaseUrl, DatabaseUrls } from '../database/address.ts'
import { connect, type Database } from '../database/driver/connection.ts'
import type { Share } from '../database/driver/semaphore.ts'
import { startEmbedded } from '../database/embedded/start.ts'
import { forgetsStatements, reachDatabase } from '../database/pooling/reach.ts'
import { migrate } from '../database/migrate.ts'
import { applicationRole } from '../database/roles.ts'
import {
  ensureDataDir,
  isSystemKey,
  linksOf,
  makeFirstKey,
  noLinks,
  type FirstKey,
  type Links,
} from './first-start.ts'
import { registerApi } from '../http/server/api.ts'
import { createSubmissionPace } from '../http/public/forms/pace.ts'
import { createPace } from '../http/public/pace.ts'
import type { RateLimits } from '../http/route/rate-limit.ts'
import { bodyMemoryFor } from '../http/imports/content.ts'
import { createServer } from '../http/server/create.ts'
import { jsonImportBytesMax, rateLimitsOf } from './settings/limits.ts'
import { isLocalOnly } from './settings/local-only.ts'
import { rangeSize } from '../importing/split.ts'
import type { WorkerSettings } from '../importing/worker.ts'
import { openLocalMailbox, type LocalMailbox } from './local-mailbox.ts'
import { remoteRules } from './settings/remote.ts'
import { changerSettings, exporterSettings } from './settings/jobs.ts'
import { storageOf } from './settings/storage.ts'
import type { RowDisks } from '../work/jobs/row-room.ts'
import type { Secrets } from '../secrets/ring.ts'
import { openInstallation } from './installation.ts'
import { openMetrics } from './metrics/open.ts'
import type { Presence } from './presence.ts'
import { defaultPace, queryRetrySeconds } from '../sending/environment.ts'
import { openSpool, placeOfFiles } from '../files/open-spool.ts'
import { databaseTime } from '../store/server/clock.ts'
import { createLog } from '../work/log.ts'
import { endAll, type Ends } from '../work/stopping.ts'
import { startThreads, type Threads } from '../work/threads.ts'
import { startTraces } from '../work/traces/traced.ts'
import type { Reach } from '../store/imports/claims.ts'
import { traceRequests } from './traces/requests.ts'
import { version } from './version.ts'

export type Parts = 'all' | 'http' | 'worker'

export type Started = Links & {
  /** null unless this start created it. */
  firstKey: FirstKey | null
  /** Finishes the work in progress. Idempotent. */
  stop: () => Promise<void>
}

const apiConnections = 10

/** For the links in messages, so that readers and API do not wait for one another (docs/decisions/018). */
const publicConnections = 3

/** Lines for people on a terminal, JSON elsewhere. */
const logFormat = 'auto' as const

/** For one organization, so that it cannot take all connections. */
export const apiShare: Share = { max: 3, waitingMax: 200, waitMs: 5_000, bytesPerSecond: 16 * 1_048_576 }
const apiStatementTimeoutMs = 10_000

/** A web form causes a mail: one client may send 10 a minute where a link counts 60 hits. */
const hitsOfSignUp = 6

/** Soft bounces in a row, and the days that they span, after which a subscription ends. */
const softBounceRule = { limit: 5, days: 14 }

/** The composition root. */
export async function start(config: Config, parts: Parts = 'all'): Promise<Started> {
  const log: FastifyBaseLogger = createLog({ ...config, logFormat })
  for (const sentence of config.ignored) log.warn(sentence)
  const started: Ends = { stops: [] }
  const { stops } = started
  const stop = once(() => endAll(started))
  try {
    await ensureDataDir(config.dataDir)
    const urls = await openDatabase(config, log, started)
    await migrate(urls.ownerUrl, { warn: (message) => log.warn(message) })
    const databaseUrl = config.databaseUrl === undefined ? urls.url : await reach(urls, log)
    started.looks = looksAt(databaseUrl)
    const open = (max: number, applicationName: string, share?: Share) => {
      const database = openPool(config, databaseUrl, { max, applicationName, ...(share && { share }) })
      stops.push(() => database.end())
      return database
    }
    const database = open(apiConnections, 'quiver api', apiShare)
    const running = { imports: parts !== 'http', part: parts === 'worker' ? parts : ('server' as const) }
    const installation = await openInstallation(config, database, running, log)
    stops.push(installation.stop)
    const { secrets, source, serverIdentity, dataDirectory, warnings: own, rowDisks } = installation
    const beside = { config, database, secrets, log, limits: rateLimitsOf(config) }
    const warnings = parts === 'worker' ? own : await openSubmission({ ...beside, warnings: own }, stops)
    const given = { databaseUrl, serverIdentity, dataDirectory, rowDisks }
    const threads = parts === 'http' ? [] : startAll(config, given, source, log)
    stops.push(...threads.map((some) => some.stop))
    const metrics = await openMetrics(
      config,
      { database, ...installation, databaseUrl, threads, warnings },
      log,
    )
    if (metrics !== null) stops.push(metrics.stop)
    const traces = await startTraces(config.traces, log)
    if (traces !== null) stops.push(traces.end)
    const localMailbox = openLocalMailbox(config, database)
    const buildAll = () => {
      const publicDatabase = open(publicConnections, 'quiver public')
      return buildApi({
        ...beside,
        publicDatabase,
        localMailbox,
        warnings,
        dataDirectory,
        watch: (app) => {
          metrics?.watch(app)
          if (traces !== null) traceRequests(app, traces)
        },
      })
    }
    const url = parts === 'worker' ? null : await listen(await buildAll(), config, stops)
    // Only after the port is bound: the credential is shown once, so the start must not fail afterwards.
    const firstKey = parts === 'worker' ? null : await makeFirstKey(database, secrets, config.systemApiKey)
    if (firstKey === null) await warnOfUnusedKey(beside)
    const links = url === null ? noLinks : await linksOf(url, { config, database, localMailbox })
    return { ...links, firstKey, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function reach(urls: DatabaseUrls, log: FastifyBaseLogger): Promise<DatabaseUrl> {
  const reached = await reachDatabase(urls)
  if ('fault' in reached) throw new Error(reached.fault)
  if (typeof reached.url !== 'string' && !reached.url.keepsStatements) log.warn(forgetsStatements)
  return reached.url
}

async function warnOfUnusedKey({ config, database, secrets, log }: ApiParts): Promise<void> {
  if (config.systemApiKey === undefined) return
  if (!(await isSystemKey(database, secrets, config.systemApiKey))) log.warn(unusedKeySentence)
}

const unusedKeySentence =
  'SYSTEM_API_KEY counts at the first start only, and this database has another system_admin key. If you lost that, ' +
  'run `quiver admin-key`.'

function openPool(
  { autoSubscriberManagement, senderDomains }: Config,
  databaseUrl: DatabaseUrl,
  pool: { max: number; applicationName: string; share?: Share },
): Database {
  const limits = { statementTimeoutMs: apiStatementTimeoutMs, role: applicationRole }
  return connect(databaseUrl, { ...pool, ...limits, autoSubscriberManagement, senderDomains })
}

async function openDatabase(config: Config, log: FastifyBaseLogger, started: Ends): Promise<DatabaseUrls> {
  const configured = configuredUrls(config)
  if (configured !== undefined) return configured
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line) })
  started.embedded = embedded
  return embedded
}

/** The pools end meanwhile. */
function looksAt(databaseUrl: DatabaseUrl) {
  const database = connect(databaseUrl, { max: 1, applicationName: 'quiver stop', statementTimeoutMs: 2_000 })
  return { look: () => databaseTime(database), end: () => database.end(0) }
}

type ApiParts = {
  config: Config
  database: Database
  publicDatabase?: Database
  secrets: Secrets
  log: FastifyBaseLogger
  localMailbox?: LocalMailbox | undefined
  warnings?: Presence['warnings']
  limits?: RateLimits
  dataDirectory?: string
  watch?: ((app: FastifyInstance) => void) | undefined
}

/** Does not listen; tests inject requests. */
export async function buildApi(parts: ApiParts): Promise<FastifyInstance> {
  const { config, database, publicDatabase = database, secrets, log, localMailbox } = parts
  const app = createServer(log, config.errorStatus, {
    trustedProxies: config.trustedProxies,
    bodyMemoryBytes: bodyMemoryFor(jsonImportBytesMax),
    drainSeconds: config.drainSeconds,
  })
  parts.watch?.(app)
  await registerApi(app, {
    database,
    secrets,
    spool: openSpool(storageOf(config, parts.dataDirectory), database),
    jsonBytesMax: jsonImportBytesMax,
    importFiles: {
      uploadDir: config.uploadDir,
      scratchDir: join(config.dataDir, 'scratch'),
      allow: config.importUrlAllow,
      allowLoopback: isLocalOnly(config),
    },
    uploadBytesMax: config.storageBytesMax,
    exportBytesMax: config.storageBytesMax,
    baseUrl: config.baseUrl,
    autoSubscriberManagement: config.autoSubscriberManagement,
    senderDomains: config.senderDomains,
    sendsMail: config.smtpUrl !== undefined,
    remote: remoteRules(config),
    providers: { allow: config.webhookAllow, allowLoopback: isLocalOnly(config) },
    freeWebhookTargets: { allowLoopback: isLocalOnly(config), allow: config.webhookAllow },
    revealApiKeys: config.revealApiKeys,
    dnsServers: config.dnsServers,
    rateLimits: parts.limits ?? rateLimitsOf(config),
    publicPages: {
      database: publicDatabase,
      pace: createPace({ perMinute: config.publicHitsPerMinute }),
      submissionPace: createSubmissionPace(Math.ceil(config.publicHitsPerMinute / hitsOfSignUp)),
    },
    mailbox: localMailbox,
    version,
    warnings: parts.warnings,
  })
  return app
}

/** Messages by SMTP: another door to the same calls, whose limits count both. */
async function openSubmission(
  { config, warnings, ...given }: ApiParts & { limits: RateLimits; warnings: Presence['warnings'] },
  stops: Ends['stops'],
): Promise<Presence['warnings']> {
  const { submission, dataDir, ehloName: name, baseUrl } = config
  if (submission.length === 0) return warnings
  const { openSubmissionPorts } = await import('../submission/ports.ts')
  const common = { certificateFolder: join(dataDir, 'tls'), name }
  const ports = await openSubmissionPorts({ ...given, baseUrl }, submission, common)
  stops.push(ports.stop)
  return () => [...warnings(), ...ports.warnings().map((text) => ({ name: 'submission', text }))]
}

async function listen(app: FastifyInstance, config: Config, stops: (() => Promise<void>)[]): Promise<string> {
  stops.push(() => app.close())
  return app.listen({ host: config.host, port: config.port })
}

/** Measured in docs/benchmarks.md. */
const lanes = 2

export function workerSettings(
  config: Config,
  {
    dataDirectory,
    ...given
  }: Pick<WorkerSettings, 'databaseUrl' | 'serverIdentity' | 'rowDisks'> & { dataDirectory?: string },
): Omit<WorkerSettings, 'index'> {
  return {
    ...given,
    ...storageOf(config),
    scratchDir: join(config.dataDir, 'scratch'),
    uploadDir: config.uploadDir,
    ...(dataDirectory === undefined ? {} : { reach: reachOf(config, dataDirectory) }),
    allow: config.importUrlAllow,
    allowLoopback: isLocalOnly(config),
    logLevel: config.logLevel,
    logFormat,
    preparers: 4,
    lanes,
    sliceSeconds: 5,
    heartbeatSeconds: 5,
    rangeSize,
    autoSubscriberManagement: config.autoSubscriberManagement,
  }
}

function reachOf(config: Config, dataDirectory: string): Reach {
  return {
    dataDirectory,
    place: placeOfFiles(config.storage, dataDirectory),
    sharesUploads: !config.uploadDir.startsWith(config.dataDir),
  }
}

function startWorkers(
  config: Config,
  given: Parameters<typeof workerSettings>[1],
  log: FastifyBaseLogger,
): Threads {
  const script = new URL('../importing/thread.js', import.meta.url)
  const settings = { ...workerSettings(config, given), traces: config.traces }
  return startThreads({ script, name: 'import', count: config.workers }, settings, log)
}

const campaignLanes = 4

export function backgroundSettings(
  config: Config,
  given: Pick<
    BackgroundSettings,
    'databaseUrl' | 'secretKey' | 'file' | 'serverIdentity' | 'dataDirectory' | 'rowDisks'
  >,
): BackgroundSettings {
  return {
    ...given,
    baseUrl: config.baseUrl,
    logLevel: config.logLevel,
    logFormat,
    autoSubscriberManagement: config.autoSubscriberManagement,
    senderDomains: config.senderDomains,
    dnsServers: config.dnsServers,
    smtpUrl: config.smtpUrl ?? null,
    ...storageOf(config),
    smtpConnections: config.smtpConnections,
    ehloName: config.ehloName,
    dkimDomain: config.dkimDomain,
    systemMailFrom: config.systemMailFrom,
    webhookAllow: config.webhookAllow,
    allowLoopback: isLocalOnly(config),
    bounceServer: config.bounceServer.port === 0 ? null : config.bounceServer,
    bounceMaildir: config.bounceMaildir ?? null,
    softBounceRule,
    deliveriesDays: config.deliveriesDays,
    lanes: campaignLanes,
    pace: defaultPace,
    remote: {
      rules: remoteRules(config),
      rowsMax: config.remoteRowsMax,
      retrySeconds: queryRetrySeconds,
    },
  }
}

type Given = { databaseUrl: DatabaseUrl; serverIdentity: string; dataDirectory: string; rowDisks: RowDisks }

function startAll(
  config: Config,
  given: Given,
  source: Pick<BackgroundSettings, 'secretKey' | 'file'>,
  log: FastifyBaseLogger,
): Threads[] {
  return [startWorkers(config, given, log), startBackground(config, { ...given, ...source }, log)]
}

function startBackground(
  config: Config,
  given: Parameters<typeof backgroundSettings>[1] & Parameters<typeof exporterSettings>[1],
  log: FastifyBaseLogger,
): Threads {
  const script = new URL('./mail-thread.js', import.meta.url)
  const { databaseUrl, dataDirectory } = given
  const exporter = exporterSettings(config, { databaseUrl, ...(dataDirectory && { dataDirectory }) })
  const settings = {
    background: backgroundSettings(config, given),
    exporter,
    changer: changerSettings(config, databaseUrl),
    traces: config.traces,
  }
  return startThreads({ script, name: 'mail', count: 1 }, settings, log)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
