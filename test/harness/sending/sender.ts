import { hostname } from 'node:os'
import { onTestFinished } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import type { Secrets } from '../../../src/secrets/ring.ts'
import { campaignLoop } from '../../../src/sending/campaigns/loop.ts'
import {
  defaultPace,
  defaultRemote,
  type CampaignEnvironment,
  type SendingPace,
} from '../../../src/sending/environment.ts'
import { createMailer, type Mailer } from '../../../src/sending/smtp/mailer.ts'
import type { Route } from '../../../src/sending/route.ts'
import { runLoops } from '../postgres/due.ts'
import { createBell } from '../../../src/work/loops/bell.ts'
import { orphanedBatches } from '../../../src/upkeep/orphaned-batches.ts'
import { runUpkeep } from '../../../src/upkeep/run.ts'
import { quietLog } from '../core/api.ts'
import { upkeepEnvironment } from '../records/upkeep.ts'

export type SenderOptions = {
  smtpUrl: string
  pace?: Partial<SendingPace>
  lanes?: number
  /** The name of its process: two of one name do not share a campaign. */
  worker?: string
  mailer?: Mailer
  log?: CampaignEnvironment['log']
  rowDisks?: CampaignEnvironment['rowDisks']
  remote?: CampaignEnvironment['remote']
  timeouts?: { connect?: number; greeting?: number; socket?: number }
}

const nowhere = {
  deliver: () => Promise.reject(new Error('nothing goes to a mailbox here')),
}

export function aMailer(timeouts: SenderOptions['timeouts'] = {}): Mailer {
  return createMailer({
    mailbox: nowhere as unknown as Parameters<typeof createMailer>[0]['mailbox'],
    connectionsPerRoute: 10,
    timeouts: { socket: 30_000, ...timeouts },
  })
}

/** The environment of senders: all messages go to one sink, unsigned. */
export function sendingEnvironment(
  { url, secrets }: { url: string; secrets: Secrets },
  options: SenderOptions,
): CampaignEnvironment & { end: () => Promise<void> } {
  const database = connect(url, { max: 8, applicationName: 'test sender', role: applicationRole })
  const mailer = options.mailer ?? aMailer(options.timeouts)
  const route: Route = { kind: 'smtp', key: 'sink', url: options.smtpUrl, localAddress: null }
  return {
    database,
    log: options.log ?? quietLog,
    secrets,
    mailer,
    baseUrl: 'http://quiver.example.com',
    worker: options.worker ?? `${hostname()}:test`,
    findRoutes: () => Promise.resolve(() => route),
    findSigners: () => Promise.resolve(new Map()),
    pace: { ...defaultPace, heartbeatSeconds: 0.1, ...options.pace },
    rowDisks: options.rowDisks,
    remote: options.remote ?? defaultRemote,
    end: async () => {
      await mailer.close()
      await database.end()
    },
  }
}

/** Runs senders of campaigns, and the upkeep of their batches, until `stop` or the end of the test. */
export function startSenders(api: { url: string; secrets: Secrets }, options: SenderOptions) {
  const env = sendingEnvironment(api, options)
  const bell = createBell()
  const stopped = new AbortController()
  const lanes = options.lanes ?? 1
  const loops = runLoops(campaignLoop(env), { ...env, stop: stopped.signal }, { bell, lanes })
  const upkeep = { duties: [orphanedBatches], isHeld: () => Promise.resolve(false) }
  loops.push(runUpkeep(upkeepEnvironment(env.database), upkeep, stopped.signal))
  // A test may end the connection before it listens: such a sender is dead, and does nothing more.
  const listening = Promise.all(
    ['sending', 'jobs'].map((channel) => env.database.listen(channel, () => bell.ring()).catch(() => null)),
  )
  let ended: Promise<void> | undefined
  const stop = () =>
    (ended ??= (async () => {
      stopped.abort(new Error('the test is over'))
      await Promise.all(loops)
      for (const listener of await listening) await listener?.stop()
      await env.end()
    })())
  onTestFinished(stop)
  // It waits only until no message can leave: without its database a sender tries to record its batches for 43 s.
  const die = async () => {
    void stop()
    await env.mailer.close()
  }
  return { env, ring: () => bell.ring(), stop, die }
}
