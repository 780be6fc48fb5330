import type { z } from 'zod'
import type {
  DatabaseTls,
  DatabaseType,
  databaseConnectionSchema,
} from '../../../src/contract/resources/database-connections.ts'

export type DatabaseConnection = z.output<typeof databaseConnectionSchema>

/** The values of the fields. */
export type ConnectionValues = {
  name: string
  type: DatabaseType
  host: string
  port: string
  database_name: string
  username: string
  password: string
  tls: DatabaseTls
  tls_ca: string
}

export const emptyConnection: ConnectionValues = {
  name: '',
  type: 'postgresql',
  host: '',
  port: '',
  database_name: '',
  username: '',
  password: '',
  tls: 'verify',
  tls_ca: '',
}

export const usualPort: Record<DatabaseType, number> = { postgresql: 5432, mysql: 3306 }

export function valuesOf(connection: DatabaseConnection): ConnectionValues {
  const { id: _, port, tls_ca: ca, ...rest } = connection
  return { ...rest, port: String(port), tls_ca: ca ?? '', password: '' }
}

/** An empty password is none for a new connection, and leaves that of a known one alone. */
export function bodyOf({ port, password, tls_ca: ca, ...values }: ConnectionValues) {
  return {
    ...values,
    port: port.trim() === '' ? usualPort[values.type] : Number(port),
    tls_ca: ca.trim() === '' ? null : ca,
    ...(password === '' ? {} : { password }),
  }
}
