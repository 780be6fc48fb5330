import { statfs } from 'node:fs/promises'
import type { Config } from '../../server/config.ts'
import { isCloudAddress } from '../../contract/values/cloud-addresses.ts'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import { isMailboxOpen } from '../../server/local-mailbox.ts'
import { isLocalOnly } from '../../server/settings/local-only.ts'
import { existingPart } from './files.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

const nodeMin = [20, 19] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > nodeMin[0] || (major === nodeMin[0] && minor >= nodeMin[1])
    ? fine(`Node.js ${version} is new enough.`)
    : problem(`Node.js ${version} is too old: install ${nodeMin.join('.')} or a later one.`)
}

/** @param uid undefined on systems without numeric users */
export function checkUser(uid: number | undefined): Finding {
  return uid === 0
    ? problem('Quiver runs as root. Give it its own user, to limit the damage of a fault.')
    : fine('Quiver does not run as root.')
}

/** Allowed settings that are rarely intended. */
export function checkExposure(config: Config): Finding[] {
  return exposureChecks.flatMap((check) => check(config) ?? [])
}

type Check = (config: Config) => Finding | null

const exposureChecks: Check[] = [
  checkHost,
  checkBaseUrl,
  checkInsideFetches,
  checkCloudTargets,
  checkProxies,
  checkLogLevel,
  checkSecret,
]

function checkHost({ host }: Config): Finding | null {
  return isLoopbackHost(host)
    ? null
    : warning(`HOST is ${host}, and the API speaks plain HTTP: put a proxy with TLS in front of it.`)
}

/** Over http, browsers send the secure session cookie to this machine only. */
function checkBaseUrl({ baseUrl }: Config): Finding | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isHere = url !== null && isLoopbackHost(url.hostname)
  return url?.protocol === 'https:' || isHere
    ? null
    : problem(
        `BASE_URL is ${baseUrl}: users cannot log in, because browsers send the session cookie over https only. Put TLS in front and use https.`,
      )
}

function checkInsideFetches(config: Config): Finding | null {
  const { importUrlAllow } = config
  return isLocalOnly(config) || importUrlAllow.length === 0
    ? null
    : problem(
        `IMPORT_URL_ALLOW lets everybody with an API key read from ${importUrlAllow.join(', ')}: take out what is not meant.`,
      )
}

function checkCloudTargets({ importUrlAllow, webhookAllow, remoteDatabaseAllow }: Config): Finding | null {
  const isOfCloud = (place: string) => {
    const host = place.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
    return isCloudAddress(host) || /^metadata\b/i.test(host)
  }
  const lists = [
    ['IMPORT_URL_ALLOW', importUrlAllow],
    ['WEBHOOK_ALLOW', webhookAllow],
    ['REMOTE_DATABASE_ALLOW', remoteDatabaseAllow],
  ] as const
  const setting = lists.find(([, places]) => places.some(isOfCloud))?.[0]
  return setting === undefined
    ? null
    : problem(`${setting} contains a link-local or other address where clouds serve credentials: remove it.`)
}

function checkProxies({ trustedProxies }: Config): Finding | null {
  return trustedProxies.some((network) => network.endsWith('/0'))
    ? problem(
        'TRUSTED_PROXIES contains every address, so any client can claim any address: list only your proxies.',
      )
    : null
}

function checkLogLevel({ logLevel }: Config): Finding | null {
  return ['debug', 'trace'].includes(logLevel)
    ? problem(
        `LOG_LEVEL is ${logLevel}, which fills disks and reveals personal data: set it to info when you are done.`,
      )
    : null
}

function checkSecret({ secretKey }: Config): Finding | null {
  return secretKey !== undefined && new Set(secretKey).size < 10
    ? problem('SECRET_KEY can be guessed: create one with openssl rand -hex 32.')
    : null
}

/** Links in messages of the local mailbox set passwords. */
export function checkMailbox(config: Config): Finding {
  if (config.smtpUrl !== undefined) return fine('Messages leave by SMTP_URL; there is no local mailbox.')
  return isMailboxOpen(config)
    ? fine('The local mailbox is open on this machine, by the link with a token that the start prints.')
    : warning(
        'SMTP_URL is not set, so messages stay in the local mailbox, and no page shows it: HOST or BASE_URL is no loopback address, or TRUSTED_PROXIES is set. Set SMTP_URL.',
      )
}

const freeBytesMin = 2 ** 30

/** Room for the spool and the temporary files of imports. */
export async function checkSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await existingPart(dataDir))
  return checkFreeSpace(bavail * bsize, dataDir)
}

export function checkFreeSpace(freeBytes: number, dataDir: string): Finding {
  const gigabytes = (freeBytes / 2 ** 30).toFixed(1)
  return freeBytes < freeBytesMin
    ? problem(`Only ${gigabytes} GiB are free in ${dataDir}: make room for at least 1 GiB.`)
    : fine(`${gigabytes} GiB are free for ${dataDir}.`)
}
