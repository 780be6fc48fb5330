import type { ClaimedJob } from '../../../src/store/jobs/lease.ts'
import { claimImport, runImport, type Phase } from '../undo/import-claims.ts'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { connect, type Database, type Sql } from '../../../src/database/driver/connection.ts'
import type { ImportEnvironment } from '../../../src/importing/environment.ts'
import { createSpool } from '../../../src/files/spool.ts'
import type { ClaimedImport } from '../../../src/store/imports/claims.ts'
import { settingsOf } from './stories.ts'

/** The environment of imports whose steps the test runs itself, and what they logged. */
export type Steps = ImportEnvironment & { logged: () => string }

/** `database` belongs to the environment, which closes it at the end of the test. */
export function someSteps(url: string, folder: string, changes: Partial<ImportEnvironment> = {}): Steps {
  let logged = ''
  const settings = settingsOf(url, folder)
  const database: Database = connect(url, { max: 6, applicationName: 'steps' })
  onTestFinished(() => database.end())
  return {
    database,
    log: pino({ level: 'info' }, { write: (line: string) => void (logged += line) }),
    scratchDir: folder,
    sources: {
      spool: createSpool(settings.spoolDir),
      uploadDir: settings.uploadDir,
      allow: [],
      allowLoopback: true,
    },
    pace: { lanes: 2, sliceSeconds: 5 },
    heartbeatSeconds: 5,
    rangeSize: settings.rangeSize,
    ...changes,
    logged: () => logged,
  }
}

/** @throws Error if nothing is due. */
export async function claimed(
  sql: Sql,
  phase: Phase,
  name = 'host:1:0',
): Promise<ClaimedJob & ClaimedImport> {
  const claim = await claimImport(sql, phase, { name, presence: null })
  if (claim === null) throw new Error('Nothing is due.')
  return claim
}

/** Runs a claimed import as far as it goes, without a stop signal. */
export async function run(steps: Steps, claim: ClaimedJob): Promise<void> {
  await runImport(steps, claim, new AbortController().signal)
}
