import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { mailboxLink, type LocalMailbox } from './local-mailbox.ts'
import type { SecretSource } from './secret/key-ring.ts'
import { offerSetUp } from '../actions/users/set-up.ts'
import { formatCredential } from '../contract/api/credential.ts'
import { setUpPath } from '../contract/users/set-up.ts'
import type { Database, Transaction } from '../database/driver/connection.ts'
import { ensureDirectory } from '../files/directory.ts'
import type { Secrets } from '../secrets/ring.ts'
import { findCaller, hasSystemKey, insertApiKey, lockSystemKeys } from '../store/api-keys/rows.ts'
import { systemOrganizationId } from '../store/conditions/system-organization.ts'
import { prepareSystemOrganization } from '../store/users/roles.ts'

/** Not stored in the database, so that a dump alone does not reveal API keys. */
async function loadSecretKey(config: SecretSettings): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey
  const path = secretPathOf(config.dataDir)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const secret = randomBytes(32).toString('hex')
      await file.writeFile(`${secret}\n`)
      await file.sync()
      return secret
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return (await readFile(path, 'utf8')).trim()
  }
}

type SecretSettings = Pick<Config, 'secretKey' | 'dataDir'>

export async function secretSourceOf(config: SecretSettings): Promise<SecretSource> {
  const file = config.secretKey === undefined ? secretPathOf(config.dataDir) : null
  return { secretKey: await loadSecretKey(config), file }
}

export function secretPathOf(dataDir: string): string {
  return join(dataDir, 'secret_key')
}

/** For commands; creates nothing. @throws Error, a sentence, if there is no secret. */
export async function readSecretKey(config: SecretSettings): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey
  const path = secretPathOf(config.dataDir)
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(
      `The server secret cannot be read from ${path}. Run this command as the server's user, with the DATA_DIR or SECRET_KEY of the server.`,
      { cause },
    )
  })
  return text.trim()
}

/** The embedded database runs as another user, which must be able to enter root's directory. */
export function ensureDataDir(dataDir: string): Promise<void> {
  return ensureDirectory(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700, 'DATA_DIR')
}

export function prepareSystem(database: Database): Promise<void> {
  return database.everywhere().begin(prepareSystemOrganization)
}

export type FirstKey = { credential: string | null }

/** Call this after the port is bound, and show the credential at once. @returns null if a usable key exists. */
export async function makeFirstKey(
  database: Database,
  secrets: Secrets,
  systemApiKey: string | undefined,
): Promise<FirstKey | null> {
  return database.everywhere().begin(async (sql) => {
    await lockSystemKeys(sql)
    if (await hasSystemKey(sql)) return null
    const { credential } = await insertSystemKey(sql, secrets, {
      name: 'First system key',
      key: systemApiKey,
    })
    return { credential: systemApiKey === undefined ? credential : null }
  })
}

export async function isSystemKey(database: Database, secrets: Secrets, key: string): Promise<boolean> {
  const own = database.within(systemOrganizationId)
  return (await findCaller(own, systemOrganizationId, secrets.fingerprints(key))) !== null
}

export async function insertSystemKey(
  sql: Transaction,
  secrets: Secrets,
  { name, key = randomBytes(20).toString('hex') }: { name: string; key: string | undefined },
): Promise<{ id: number; credential: string }> {
  const id = await insertApiKey(sql, systemOrganizationId, {
    name,
    role: 'system_admin',
    keyHmac: secrets.fingerprint(key),
    seal: (id) => secrets.seal(key, { table: 'api_keys', organizationId: systemOrganizationId, id }),
  })
  return { id, credential: formatCredential({ organizationId: systemOrganizationId, key }) }
}

/** What a start prints for people to open, and does not log: anyone with a token can use it. */
export type Links = {
  /** Where people reach the server: behind a proxy or in a container that is not where it listens. */
  address: string | null
  /** With its token; null if the server has an administrator, or serves nothing. */
  setUpUrl: string | null
  /** With its token; null if there is no local mailbox. */
  mailboxUrl: string | null
}

export const noLinks: Links = { address: null, setUpUrl: null, mailboxUrl: null }

type Served = { config: Config; database: Database; localMailbox: LocalMailbox | undefined }

/** @param url where it listens */
export async function linksOf(url: string, { config, database, localMailbox }: Served): Promise<Links> {
  const address = config.port === 0 ? url : (config.givenBaseUrl ?? url)
  const token = await offerSetUp(database.everywhere())
  return {
    address,
    setUpUrl: token === null ? null : `${address}${setUpPath}#${token}`,
    mailboxUrl: localMailbox === undefined ? null : mailboxLink(url, localMailbox),
  }
}
