import { invalid, notFound } from '../../contract/api/errors.ts'
import type {
  DatabaseConnectionChanges,
  DatabaseConnectionInput,
  DatabaseTls,
  DatabaseType,
} from '../../contract/resources/database-connections.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { nextId } from '../server/ids.ts'
import { insertColumns, setColumns, type Resource } from './rows.ts'

const defaultPorts = { postgresql: 5432, mysql: 3306 }

type Row = { organizationId: number; id: number | string }

type Seal = (text: string, place: Row & { table: 'database_connections' }) => Uint8Array

/** @param seal encrypts the password, so that the database alone does not reveal it (src/secrets/ring.ts) */
export function databaseConnections(
  seal: Seal,
): Resource<DatabaseConnectionInput, DatabaseConnectionChanges> {
  const columns = ({ password, ...plain }: DatabaseConnectionChanges, place: Row) => ({
    ...plain,
    password_sealed:
      password == null ? password : seal(password, { table: 'database_connections', ...place }),
  })
  const resource: Resource<DatabaseConnectionInput, DatabaseConnectionChanges> = {
    what: 'database connection',
    subject: 'database_connection',
    table: 'database_connections',
    id: (sql) => sql`id`,
    rows: (sql, organizationId) => sql`
      select id, name, type, host, port, username, database_name, tls, tls_ca
      from database_connections where organization_id = ${organizationId}`,
    byId: (sql) => sql`id`,
    unique: { attribute: 'name', index: 'database_connections_name' },
    insert: async (sql, organizationId, { port, ...input }) => {
      const id = await nextId(sql, 'database_connections')
      const row = columns({ ...input, port: port ?? defaultPorts[input.type] }, { organizationId, id })
      return insertColumns(sql, organizationId, 'database_connections', { id, ...row })
    },
    update: (sql, organizationId, row, changes) =>
      setColumns(sql, organizationId, resource, {
        row,
        columns: columns(changes, { organizationId, id: row.id }),
      }),
    users: (sql, organizationId, { id }) => sql`
      select 'MailingList' as type, id from mailing_lists
      where organization_id = ${organizationId} and database_connection_id = ${id} and deleted_at is null`,
    // A remote list needs its connection; a deleted one does not.
    release: async (sql, organizationId, { id }) => {
      await sql`
        update mailing_lists set is_remote_list = false, database_connection_id = null
        where organization_id = ${organizationId} and database_connection_id = ${id} and deleted_at is not null`
    },
  }
  return resource
}

type Unseal = (sealed: Uint8Array, place: Row & { table: 'database_connections' }) => string

/** The connection with its password opened: it goes to the database and nowhere else. */
export function openConnection(
  { password_sealed: sealed, database_name: databaseName, tls_ca: tlsCa, ...stored }: StoredConnection,
  organizationId: number,
  unseal: Unseal,
) {
  const place = { table: 'database_connections', organizationId, id: stored.id } as const
  const password = sealed === null ? null : unseal(sealed, place)
  return { ...stored, databaseName, tlsCa, password, organizationId }
}

type StoredConnection = {
  id: number
  type: DatabaseType
  host: string
  port: number
  username: string
  password_sealed: Uint8Array | null
  database_name: string
  tls: DatabaseTls
  tls_ca: string | null
}

/** With the sealed password. @throws AppError `not_found`. */
export async function findStoredConnection(
  sql: Sql,
  organizationId: number,
  id: number | string,
): Promise<StoredConnection> {
  const [row] = await sql<StoredConnection[]>`
    select id, type, host, port, username, password_sealed, database_name, tls, tls_ca
    from database_connections where organization_id = ${organizationId} and id::text = ${String(id)}`
  if (row === undefined) throw notFound('database connection')
  return row
}

/** @throws AppError `not_found`; `validation_failed` unless it is a remote list. */
export async function findConnectionOfList(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<StoredConnection> {
  const [list] = await sql<{ id: number | null }[]>`
    select database_connection_id as id from mailing_lists
    where organization_id = ${organizationId} and id = ${listId}::bigint and deleted_at is null`
  if (list === undefined) throw notFound('mailing list')
  if (list.id === null) throw invalid('queries are available on remote lists only')
  return findStoredConnection(sql, organizationId, list.id)
}
