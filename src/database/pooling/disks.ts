import { readFile, statfs } from 'node:fs/promises'
import { connect } from '../driver/connection.ts'

type Found = { data_directory: string | null; tablespace: string; pid: number; is_near: boolean }

/**
 * The directories of a PostgreSQL of one's own, if it runs on this machine and may say where: by a login that is a member of
 * pg_read_all_settings. That it is this machine is seen by its process, for an address can be forwarded. Empty: it cannot be known.
 */
export async function findDatabaseDirectories(url: string): Promise<string[]> {
  const database = connect(url, { max: 1, applicationName: 'quiver disk', statementTimeoutMs: 2_000 })
  try {
    const [found] = await database<[Found]>`
      select case when pg_has_role(current_user, 'pg_read_all_settings', 'usage')
          then current_setting('data_directory') end as data_directory,
        pg_tablespace_location((select dattablespace from pg_database where datname = current_database())) as tablespace,
        pg_backend_pid() as pid,
        coalesce(inet_server_addr() <<= any(array['127.0.0.0/8', '::1/128']::inet[]), true) as is_near`
    if (!found.is_near || !(await isProcessOfPostgres(found.pid))) return []
    const named = [found.data_directory ?? '', found.tablespace].filter((path) => path !== '')
    const seen = await Promise.all(named.map((path) => statfs(path).then(() => [path], () => []))) // oxfmt-ignore
    return seen.flat()
  } finally {
    await database.end(0)
  }
}

async function isProcessOfPostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.startsWith('postgres:')
}
