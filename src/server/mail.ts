import type { RowDisks } from '../work/jobs/row-room.ts'
import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import type { DatabaseUrl } from '../database/address.ts'
import { connect, type Database, type SenderDomainMode } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { createMailbox } from '../files/mailbox.ts'
import { createTxtLookup } from '../outbound/txt-records.ts'
import { webhookChannel, webhookLoop } from '../notifying/webhooks.ts'
import { campaignLoop } from '../sending/campaigns/loop.ts'
import type { CampaignEnvironment, RemoteEnvironment, SendingPace } from '../sending/environment.ts'
import { createMailer, type MailerSettings } from '../sending/smtp/mailer.ts'
import { messageLoop } from '../sending/messages.ts'
import { previewLoop } from '../sending/previews.ts'
import { reactionLoop } from '../sending/reactions.ts'
import { createRouteFinder } from '../sending/route.ts'
import { createSignerFinder } from '../sending/signers.ts'
import { signUpMailLoop } from '../sending/system/sign-ups.ts'
import { systemMailLoop } from '../sending/system/mail.ts'
import { isConnectionLost, repeated } from '../database/retry.ts'
import { openSpool, placeOfFiles, type StorageSettings } from '../files/open-spool.ts'
import { campaignKinds } from '../store/campaigns/claims.ts'
import { watchForCopies } from '../store/server/restored-copy.ts'
import { sendingQueues, type SendingQueue } from '../store/server/wake.ts'
import { openKeyRing, type OpenRing } from './secret/key-ring.ts'
import { keepPresence } from './presence.ts'
import { startBounceServer } from '../tracking/bounce-server.ts'
import { bounceMaildir } from '../tracking/maildir.ts'
import { faultLogOf } from '../work/fault-log.ts'
import { holdable } from '../work/loops/holdable.ts'
import { shareLanes, shareOf, type SharedLoop } from '../work/loops/lane-shares.ts'
import { listenPatiently } from '../work/listen.ts'
import { createLog, type LogSettings } from '../work/log.ts'
import { runLoop, type DueLoop } from '../work/loops/run.ts'
import { createBell, type Bell } from '../work/loops/bell.ts'
import { createLook, type Look } from '../work/loops/look.ts'
import { timed } from '../work/loops/poller.ts'
import { duties } from '../upkeep/duties.ts'
import { runUpkeep } from '../upkeep/run.ts'

/** Plain values, because they are passed to a thread. */
export type BackgroundSettings = LogSettings &
  StorageSettings & {
    databaseUrl: DatabaseUrl
    /** Detects a restored copy (src/server/restored-copy.ts). */
    serverIdentity: string
    secretKey: string
    file?: string | null
    baseUrl: string
    autoSubscriberManagement: boolean
    senderDomains: SenderDomainMode
    dnsServers: string[]
    /** null: messages go to the local mailbox. */
    smtpUrl: string | null
    smtpConnections: number
    ehloName?: string | undefined
    dkimDomain?: string | undefined
    smtpTimeouts?: MailerSettings['timeouts']
    systemMailFrom: string
    webhookAllow: string[]
    allowLoopback: boolean
    bounceServer: { host: string; port: number; relays: string[] } | null
    bounceMaildir: string | null
    softBounceRule: { limit: number; days: number }
    deliveriesDays: number
    lanes: number
    /** Default: not known. */
    rowDisks?: RowDisks
    pace: SendingPace
    remote: RemoteEnvironment
  }

const reactionLanes = 4
/** Of messages to single persons, which wait for no campaign. */
const messageLanes = 4
const signUpLanes = 2
/** A slow receiver blocks a lane for up to ten seconds. */
const webhookLanes = 4
/** For heartbeats and returned mail. */
const spareConnections = 4
/** Upkeep works on one connection and holds its lock on another. */
const upkeepConnections = 2

/**
 * Without `dataDirectory`, the thread does not report itself.
 * @param jobs what else the thread runs, by the same look for due work
 */
export async function runBackground(
  settings: BackgroundSettings,
  stop: AbortSignal,
  jobs: (look: Look) => Promise<void> = async () => {},
): Promise<void> {
  const log = createLog(settings, { pid: process.pid, worker: 'mail' })
  setMaxListeners(0, stop)
  const database = connect(settings.databaseUrl, {
    max:
      2 * settings.lanes +
      reactionLanes +
      messageLanes +
      signUpLanes +
      webhookLanes +
      spareConnections +
      upkeepConnections,
    applicationName: 'quiver mail',
    role: applicationRole,
    autoSubscriberManagement: settings.autoSubscriberManagement,
    senderDomains: settings.senderDomains,
  })
  const keys = await openRingPatiently(settings, database, stop)
  if (keys === null) return database.end()
  const { secrets } = keys
  const sending = sendingEnvironment(settings, { database, secrets, log })
  const bells = createBells()
  const listeners = await listenFor(database, bells, log)
  const { dataDirectory, storage = 'disk' } = settings
  const presence =
    dataDirectory === undefined
      ? null
      : await keepPresence({
          database,
          ring: keys,
          dataDirectory,
          place: placeOfFiles(storage, dataDirectory),
          baseUrl: settings.baseUrl,
          imports: false,
          part: 'mail',
          log,
        })
  const bounces = await startBounces(settings, { database, secrets: sending.secrets, log })
  const isCopy = watchForCopies(settings.serverIdentity)
  const held = () => isCopy(database.everywhere())
  const look = createLook(database.everywhere(), held)
  await Promise.all([
    ...loopsOf(settings, sending, bells, { look, held, stop }),
    look.run(log, stop),
    jobs(look),
    runUpkeep(upkeepEnvironment(settings, sending), { duties, isHeld: held }, stop),
  ])
  await bounces?.stop()
  for (const listener of listeners) await listener?.stop()
  await sending.mailer.close()
  await presence?.stop()
  await database.end()
}

function upkeepEnvironment(
  settings: BackgroundSettings,
  { database, secrets, log }: Pick<CampaignEnvironment, 'database' | 'secrets' | 'log'>,
) {
  const lookUpTxt = createTxtLookup(settings.dnsServers)
  const { softBounceRule, deliveriesDays } = settings
  const spool = openSpool(settings, database)
  return { database, secrets, log, spool, lookUpTxt, softBounceRule, deliveriesDays }
}

/** Rings the bells of the queues that notifications name. */
async function listenFor(
  database: Database,
  bells: ReturnType<typeof createBells>,
  log: CampaignEnvironment['log'],
) {
  const ringCampaigns = damped(bells.campaigns.ring)
  const rings: Record<SendingQueue, () => void> = {
    reactions: damped(bells.reactions.ring),
    previews: damped(bells.previews.ring),
    'system mails': damped(bells.systemMails.ring),
    'sign-up mails': damped(bells.signUps.ring, signUpRingsEveryMs),
    messages: damped(bells.messages.ring),
  }
  const heard = (concerned: string) => {
    const one = sendingQueues.filter((queue) => queue === concerned)
    for (const queue of one.length > 0 ? one : sendingQueues) rings[queue]()
    if (one.length === 0) ringCampaigns()
  }
  const heardOfJob = (kind: string) => {
    if (campaignKinds.includes(kind)) ringCampaigns()
  }
  return [
    await listenPatiently(database, 'sending', { heard, log }),
    await listenPatiently(database, 'jobs', { heard: heardOfJob, log }),
    await listenPatiently(database, webhookChannel, { heard: damped(bells.webhooks.ring), log }),
  ]
}

/** Of each queue its own, so that what is due in one does not make the loops of the others look. */
function createBells() {
  return {
    campaigns: createBell(),
    reactions: createBell(),
    previews: createBell(),
    systemMails: createBell(),
    signUps: createBell(),
    messages: createBell(),
    webhooks: createBell(),
  }
}

function loopsOf(
  settings: BackgroundSettings,
  sending: CampaignEnvironment,
  bells: ReturnType<typeof createBells>,
  { look, held, stop }: { look: Look; held: () => Promise<boolean>; stop: AbortSignal },
): Promise<void>[] {
  const { database, secrets, log } = sending
  const admission = { allow: settings.webhookAllow, allowLoopback: settings.allowLoopback }
  const notifying = { database, secrets, log, admission }
  const run = <Piece>(loop: DueLoop<Piece>, bell: Bell, count = 1) => {
    const heldLoop = holdable(loop, held)
    const queue = look.watch(heldLoop.due, bell)
    return Array.from({ length: count }, () => runLoop(heldLoop, queue, log, stop))
  }
  const share = <Piece extends object>(loop: SharedLoop<Piece>, bell: Bell, lanes: number) =>
    run(shareLanes(loop, shareOf(lanes)), bell, lanes)
  return [
    ...share(messageLoop(sending), bells.messages, messageLanes),
    ...share(campaignLoop(sending), bells.campaigns, settings.lanes),
    ...share(reactionLoop(sending), bells.reactions, reactionLanes),
    ...share(webhookLoop(notifying), bells.webhooks, webhookLanes),
    ...share(signUpMailLoop(sending), bells.signUps, signUpLanes),
    ...run(previewLoop(sending), bells.previews),
    ...run(systemMailLoop({ ...sending, from: settings.systemMailFrom }), bells.systemMails),
    // Not held: bounces concern messages already sent, by this server or by its original.
    ...(settings.bounceMaildir === null
      ? []
      : [
          runLoop(
            bounceMaildir({ database, secrets, log }, settings.bounceMaildir),
            timed(createBell()),
            log,
            stop,
          ),
        ]),
  ]
}

function sendingEnvironment(
  settings: BackgroundSettings,
  { database, secrets, log }: Pick<CampaignEnvironment, 'database' | 'secrets' | 'log'>,
): CampaignEnvironment {
  return {
    database,
    log,
    secrets,
    mailer: createMailer({
      mailbox: createMailbox(database, { noteFault: faultLogOf(log).note }),
      connectionsPerRoute: settings.smtpConnections,
      ehloName: settings.ehloName,
      ...(settings.smtpTimeouts === undefined ? {} : { timeouts: settings.smtpTimeouts }),
    }),
    baseUrl: settings.baseUrl,
    worker: `${hostname()}:${process.pid}`,
    findRoutes: createRouteFinder({ smtpUrl: settings.smtpUrl, secrets }),
    findSigners: createSignerFinder(
      secrets,
      settings.dkimDomain === undefined ? undefined : { database, domain: settings.dkimDomain },
    ),
    pace: settings.pace,
    rowDisks: settings.rowDisks,
    remote: settings.remote,
  }
}

/** @returns null if stopped before the database could be reached. */
async function openRingPatiently(
  { secretKey, file = null }: BackgroundSettings,
  database: Database,
  stop: AbortSignal,
): Promise<OpenRing | null> {
  try {
    const pauseMs = () => 1_000
    const open = () => openKeyRing(database, { secretKey, file })
    return await repeated(open, { after: isConnectionLost, triesMax: Infinity, pauseMs, stop })
  } catch (error) {
    if (stop.aborted) return null
    throw error
  }
}

/** Sending continues even if the port is already in use. */
async function startBounces(
  { bounceServer }: BackgroundSettings,
  environment: Parameters<typeof startBounceServer>[0],
) {
  if (bounceServer === null) return null
  try {
    return await startBounceServer(environment, bounceServer)
  } catch (error) {
    environment.log.error(
      { err: error },
      `cannot listen for bounces on port ${bounceServer.port}: set BOUNCE_PORT to a free port and start again`,
    )
    return null
  }
}

/** Each ring makes all loops query; without a pause, clicks and batches would cause thousands of queries a second. */
const ringPauseMs = 20
/** Mails of web forms go in pieces anyway (sending/system/rests.ts). */
const signUpRingsEveryMs = 250

/** @param everyMs between two rings, at least; the first comes after the pause. */
function damped(ring: () => void, everyMs = ringPauseMs): () => void {
  let timer: NodeJS.Timeout | undefined
  let lastMs = -Infinity
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined
        lastMs = performance.now()
        ring()
      },
      Math.max(ringPauseMs, lastMs + everyMs - performance.now()),
    )
  }
}
