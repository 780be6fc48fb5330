import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import type { DatabaseUrl, DatabaseUrls } from '../../database/address.ts'
import { findCondition, type Condition } from '../../database/condition.ts'
import { connect } from '../../database/driver/connection.ts'
import { findDatabaseDirectories } from '../../database/pooling/disks.ts'
import { forgetsStatements, reachDatabase } from '../../database/pooling/reach.ts'
import { readLastBackup } from '../../server/backup/record.ts'
import { countServers, examineInstallation } from '../../server/examine.ts'
import { withDatabaseUrl } from '../database-url.ts'
import { ownAddress, tell, type OwnAddress } from '../sentences.ts'
import { fine, problem, warning, type Finding } from './finding.ts'
import { checkSpace } from './machine.ts'

export async function checkDatabase(config: Config): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === undefined
  if (isEmbedded && !(await exists(join(config.dataDir, 'postgres')))) {
    return [fine('The embedded database is created at the first start.')]
  }
  try {
    return await withDatabaseUrl(config, (urls) => look(config, urls, isEmbedded))
  } catch (error) {
    return [problem(tell(error, ownAddress(config.databaseUrl, config.databaseDirectUrl)))]
  }
}

async function look(config: Config, urls: DatabaseUrls, isEmbedded: boolean): Promise<Finding[]> {
  const condition = await conditionOf(urls.url)
  const { variable } = ownAddress(config.databaseUrl, config.databaseDirectUrl)
  if (condition.pending_migrations.length > 0) return checkCondition(condition, isEmbedded, variable)
  const reached = isEmbedded ? urls : await reachDatabase(urls)
  if ('fault' in reached) return [...checkCondition(condition, isEmbedded, variable), problem(reached.fault)]
  // A pooler may log in as another user, whose rights count.
  const seen = typeof reached.url === 'string' ? condition : await conditionOf(reached.url)
  const sentences = await examineInstallation(config, urls.url)
  return [
    ...checkCondition(seen, isEmbedded),
    ...checkPooler(reached.url),
    ...sentences.map((sentence) => problem(sentence)),
    ...checkServers(await countServers(urls.url)),
    checkBackup(await readLastBackup(urls.url), new Date()),
    ...(isEmbedded ? [] : await checkDisks(urls.url)),
  ]
}

/** Of a PostgreSQL of one's own. */
async function checkDisks(url: string): Promise<Finding[]> {
  const directories = await findDatabaseDirectories(url)
  if (directories.length > 0) return Promise.all(directories.map((directory) => checkSpace(directory)))
  return [
    fine(
      'The room on the disk of the database cannot be known: watch it where PostgreSQL runs. If that is this machine, grant pg_read_all_settings to the login of the database.',
    ),
  ]
}

/** @param servers processes that serve the API. */
export function checkServers(servers: number): Finding[] {
  if (servers < 2) return []
  return [
    fine(
      `${servers} processes serve the API, and each counts limits of requests and wrong credentials for itself: the limit of all is ${servers} times RATE_LIMIT_PER_MINUTE and PUBLIC_HITS_PER_MINUTE.`,
    ),
  ]
}

const backupDaysMax = 7

/** @param endedAt of the last one that was recorded; null: there is none. */
export function checkBackup(endedAt: Date | null, now: Date): Finding {
  if (endedAt === null) {
    return warning(
      'No backup was recorded: run quiver backup every day, or quiver record-backup after a program of your own.',
    )
  }
  const days = (now.getTime() - endedAt.getTime()) / 86_400_000
  const age = days < 1 ? 'less than a day ago' : `${Math.floor(days)} days ago`
  return days < backupDaysMax
    ? fine(`The last backup was recorded ${age}.`)
    : warning(`The last backup was recorded ${age}: look for why there is no newer one.`)
}

function conditionOf(url: DatabaseUrl): Promise<Condition> {
  const sql = connect(url, { max: 1, applicationName: 'quiver doctor', statementTimeoutMs: 10_000 })
  return findCondition(sql).finally(() => sql.end())
}

function checkPooler(url: DatabaseUrl): Finding[] {
  if (typeof url === 'string') return []
  return [
    url.keepsStatements
      ? fine('The pooler at DATABASE_URL keeps role, settings and prepared statements.')
      : warning(forgetsStatements),
  ]
}

const versionMin = 150_000
const clockDifferenceMsMax = 2_000

/** @param variable the address of the login whose condition it is */
export function checkCondition(
  condition: Condition,
  isEmbedded: boolean,
  variable: OwnAddress['variable'] = 'DATABASE_URL',
): Finding[] {
  const where = isEmbedded ? 'The embedded database' : 'The database'
  return [
    condition.version_number < versionMin
      ? problem(`${where} is PostgreSQL ${condition.version}: 15 is the oldest that will do.`)
      : fine(`${where} answers; it is PostgreSQL ${condition.version}.`),
    ...(condition.is_read_only ? [problem(readOnlySentence(variable))] : []),
    ...checkSafety(condition),
    ...checkClock(condition),
    ...checkSchema(condition),
    ...checkWalls(condition, variable),
    ...(condition.encoding === 'UTF8'
      ? []
      : [problem(`The database is encoded in ${condition.encoding}: create it again with encoding 'UTF8'.`)]),
  ]
}

function readOnlySentence(variable: string): string {
  return `The database takes no changes: it is a standby, still recovers or is read-only. Name the primary in ${variable}, or wait until select pg_is_in_recovery() is false before you start Quiver.`
}

function checkSafety(condition: Condition): Finding[] {
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (name) => condition[name] === 'off',
  )
  if (off.length === 0) return [fine('Commits are durable (fsync and synchronous_commit are on).')]
  return off.map((name) =>
    problem(`The database can lose committed changes in a crash: set ${name} = on in postgresql.conf.`),
  )
}

const ownLogin =
  'make a login of its own for Quiver, let it into the role quiver_app, and give the one of the owner as DATABASE_OWNER_URL.'

/** Row-level security separates organizations, unless the user may bypass it. */
function checkWalls(condition: Condition, variable: OwnAddress['variable']): Finding[] {
  const user = `The user of ${variable}`
  const findings: Finding[] = []
  if (condition.is_superuser) findings.push(problem(`${user} is a superuser: ${ownLogin}`))
  else if (condition.bypasses_policies)
    findings.push(problem(`${user} can bypass row-level security: ${ownLogin}`))
  else if (condition.owns_tables) findings.push(problem(`${user} owns the tables: ${ownLogin}`))
  if (condition.role_is_unsafe) {
    findings.push(
      problem(
        'The role quiver_app has too many privileges: alter role quiver_app nosuperuser nobypassrls nocreaterole, and give its tables to another owner.',
      ),
    )
  }
  for (const table of condition.open_tables) {
    findings.push(
      problem(
        `The table ${table} is not protected by row-level security: alter table ${table} enable row level security, force row level security.`,
      ),
    )
  }
  return findings.length === 0 ? [fine('The database keeps organizations apart.')] : findings
}

function checkClock({ clock_ahead_ms: aheadMs }: Condition): Finding[] {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1)
  return Math.abs(aheadMs) > clockDifferenceMsMax
    ? [problem(`The database's clock is ${seconds} s ${aheadMs > 0 ? 'ahead' : 'behind'}: synchronize both machines by NTP.`)] // oxfmt-ignore
    : [fine(`The database's clock and this one differ by ${seconds} s.`)]
}

function checkSchema({ pending_migrations: pending }: Condition): Finding[] {
  return pending.length === 0
    ? [fine('The database is up to date.')]
    : [problem(`The database lacks ${pending.join(', ')}: start the server or run quiver migrate.`)]
}

function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
