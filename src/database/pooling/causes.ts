import { isConnectionLost } from '../retry.ts'
import { codeOf } from '../sqlstate.ts'

type Cause = {
  /** Tells no address and no name, so that any caller may read it. */
  clause: string
  remedy: string
}

/** By what PostgreSQL reports: `variable` stands for the setting with the address that was used. */
const causes: Record<string, Cause> = {
  '25006': {
    clause: 'the database takes no changes',
    remedy:
      'It is a standby, still recovers or is read-only: name the primary in variable, or wait until select pg_is_in_recovery() is false.',
  },
  '28000': {
    clause: 'the database refuses the log-in',
    remedy: 'Check the user in variable, pg_hba.conf, and whether TLS is required (sslmode).',
  },
  '28P01': {
    clause: 'the database refuses the password',
    remedy: 'Check user and password in variable; special characters must be percent-encoded.',
  },
  '3D000': {
    clause: 'the database server has no database of this name',
    remedy: 'Check the name at the end of variable, or create the database.',
  },
  '53100': {
    clause: 'the disk of the database is full',
    remedy: 'Free room there or enlarge it: nothing is lost, and work goes on by itself.',
  },
  '53200': {
    clause: 'the database is out of memory',
    remedy: 'Give its machine more, or lower shared_buffers, work_mem or max_connections.',
  },
  '53300': {
    clause: 'the database has no free connection',
    remedy: 'Raise max_connections, lower WORKERS, or put PgBouncer in between (docs/operating.md).',
  },
  '57P01': {
    clause: 'the database stops or has ended the connection',
    remedy: 'Start PostgreSQL, or check its log.',
  },
  '57P03': {
    clause: 'the database starts, stops or recovers',
    remedy: 'Wait until it accepts connections; its log says how far it is.',
  },
  '58030': {
    clause: 'the database cannot read or write its files',
    remedy: 'Look at its disk and its log.',
  },
  NO_ANSWER: { clause: 'the database does not answer', remedy: 'Look at its load and its log.' },
  XX001: {
    clause: 'the database is damaged',
    remedy: 'Check its log and its disk, and restore a backup elsewhere before you repair anything.',
  },
}

const likewise: Record<string, string> = { '57P02': '57P01', '58P01': '58030', XX002: 'XX001' }

function causeOf(error: unknown): Cause | undefined {
  const code = codeOf(error) ?? ''
  return causes[likewise[code] ?? code]
}

/** For `/readyz`: what every caller may read. */
export function clauseOf(error: unknown): string | undefined {
  return causeOf(error)?.clause ?? (isConnectionLost(error) ? 'the database cannot be reached' : undefined)
}

/** For operators: cause and remedy. @param variable with the address of the database */
export function causeSentence(error: unknown, variable: string): string | undefined {
  const cause = causeOf(error)
  if (cause === undefined) return undefined
  const { clause, remedy } = cause
  return `${clause[0]?.toUpperCase()}${clause.slice(1)} (${codeOf(error)}). ${remedy.replace('variable', variable)}`
}
