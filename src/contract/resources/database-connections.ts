import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { choice, name, text, whole } from '../api/fields.ts'
import { parseHost } from '../values/hosts.ts'
import { resourceEndpoints } from './endpoints.ts'

/** Only the System Organization has connections; answers never contain the password. */

export const databaseTypes = ['postgresql', 'mysql'] as const
export type DatabaseType = (typeof databaseTypes)[number]

export const databaseTlsModes = ['verify', 'require', 'off'] as const
export type DatabaseTls = (typeof databaseTlsModes)[number]

const tls =
  'Whether the connection is encrypted and the certificate checked (verify), encrypted only (require), or neither (off).'

export const databaseConnectionSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    type: z.enum(databaseTypes),
    host: z.string(),
    port: z.int(),
    username: z.string(),
    database_name: z.string(),
    tls: z.enum(databaseTlsModes).meta({ description: tls }),
    tls_ca: z
      .string()
      .nullable()
      .meta({ description: 'The certificate of the authority that is trusted, in PEM.' }),
  })
  .meta({ id: 'DatabaseConnection' })

const host = text(300).transform((value, context) => {
  const parsed = parseHost(value)
  if (parsed === null) context.addIssue('is not a valid host name or IP address')
  return parsed ?? z.NEVER
})

const control = /\p{Cc}/u
const plain = (max: number) =>
  name(max).refine((value) => !control.test(value), 'cannot contain control characters')

const pem = text(50_000).refine(
  (value) => /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/.test(value),
  'must be a certificate in PEM, from BEGIN CERTIFICATE to END CERTIFICATE',
)

export const databaseConnectionInput = z.object({
  name: name(100).meta({ description: 'A name for the connection, up to 100 characters.' }),
  type: choice(databaseTypes).meta({ description: 'The kind of database server.' }),
  host: host.meta({ description: 'The host name or IP address of the server.' }),
  port: whole(1, 65_535)
    .optional()
    .meta({ description: 'The TCP port. Default: 5432 for postgresql, 3306 for mysql.' }),
  username: plain(128).meta({ description: 'The user to log in as.' }),
  password: text(1000).nullish().meta({
    description: 'The password of that user. Answers never contain it. Default: null, none.',
    writeOnly: true,
  }),
  database_name: plain(128).meta({ description: 'The name of the database on that server.' }),
  tls: choice(databaseTlsModes)
    .optional()
    .meta({ description: `${tls} Default: verify.` }),
  tls_ca: pem.nullish().meta({
    description:
      'The certificate of the authority that signed that of the server, in PEM. Default: null, the public authorities.',
  }),
})
export const databaseConnectionChanges = databaseConnectionInput.partial()

export type DatabaseConnectionInput = z.output<typeof databaseConnectionInput>
export type DatabaseConnectionChanges = z.output<typeof databaseConnectionChanges>

/** Only `own` is routed: a system administrator's own organization is the System Organization. */
export const databaseConnectionEndpoints = resourceEndpoints<
  DatabaseConnectionInput,
  DatabaseConnectionChanges
>({
  name: 'DatabaseConnection',
  path: 'database_connections',
  tag: 'Database connections',
  one: 'database connection',
  many: 'database connections',
  param: ':id',
  wrapper: 'database_connection',
  record: databaseConnectionSchema,
  input: databaseConnectionInput,
  changes: databaseConnectionChanges,
  filters: ['name', 'name_contains'],
  orders: ['id', 'name'],
  roles: { read: 'system_admin', write: 'system_admin' },
})

export const testDatabaseConnection = endpoint({
  id: 'testDatabaseConnection',
  tag: 'Database connections',
  role: 'system_admin',
  method: 'POST',
  path: 'database_connections/:id/test',
  idempotencyKey: false,
  costly: true,
  summary: 'Show whether a database connection works; nothing is changed there',
  paged: 'none',
  data: z
    .object({
      works: z.boolean(),
      problem: z.string().nullable().meta({ description: 'Why not, and what to do. null: it works.' }),
      milliseconds: z.int().meta({ description: 'How long it took.' }),
    })
    .meta({ id: 'DatabaseConnectionTest' }),
})
