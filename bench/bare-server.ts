import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Pool, types as standardTypes } from 'pg'
import type { PoolClient } from 'pg'
import { parseAuthorization } from '../src/contract/api/credential.ts'
import { statementsOf } from '../src/database/driver/sql.ts'
import type { Answer, Sql } from '../src/database/driver/sql.ts'
import { write } from '../src/database/driver/text.ts'
import { openSecrets } from '../src/secrets.ts'
import { countApiKeys, findApiKeys, findCaller } from '../src/store/api-keys.ts'
import { findMailingList, findMailingLists } from '../src/store/lists/rows.ts'

/**
 * What the API is measured against: node:http and the driver as they come, with the same statements and nothing else.
 * No framework and no checks. As superuser, statement by statement; below `/scoped` in the transaction, the role and the
 * scope that the API has them in, too.
 * Arguments: database URL, server secret, organization. Prints its port.
 */
const [url = '', secret = '', organizationText = ''] = process.argv.slice(2)
const organizationId = Number(organizationText)
const types = { getTypeParser: (oid: number) => (oid === 20 ? Number : standardTypes.getTypeParser(oid)) }
const pool = new Pool({ connectionString: url, max: 10, pipeline: true, types })
const secrets = openSecrets(secret)

async function answer(request: IncomingMessage): Promise<unknown> {
  const credential = parseAuthorization(request.headers.authorization)
  if (credential === null) return null
  const target = new URL(request.url ?? '/', 'http://localhost')
  const [, first = '', ...rest] = target.pathname.split('/')
  const fingerprint = secrets.fingerprint(credential.key)
  if (first !== 'scoped') return find(sqlOf(pool), [first, ...rest], fingerprint, target)
  const client = await pool.connect()
  const opening = `begin read only; set local role quiver_app; set local quiver.scope = '${organizationId}'`
  const [, found] = await Promise.all([client.query(opening), find(sqlOf(client), rest, fingerprint, target)])
  await client.query('commit')
  client.release()
  return found
}

const sqlOf = (client: Pool | PoolClient): Sql =>
  statementsOf(async (statement) => (await client.query(write(statement))).rows as Answer)

async function find(sql: Sql, path: string[], fingerprint: Buffer, target: URL): Promise<unknown> {
  await findCaller(sql, organizationId, fingerprint)
  const [collection, id] = path
  if (collection === 'mailing_lists' && id !== undefined)
    return findMailingList(sql, organizationId, Number(id))
  if (collection === 'mailing_lists') {
    return findMailingLists(sql, organizationId, { page: 0, perPage: 100, offset: 0 })
  }
  const filter = { seesSystemKeys: false, nameContains: target.searchParams.get('name_contains') ?? '' }
  const start = { afterId: Number(target.searchParams.get('after')) }
  const [rows, count] = await Promise.all([
    findApiKeys(sql, organizationId, filter, { order: 'id', start, limit: 101 }),
    countApiKeys(sql, organizationId, filter),
  ])
  return { rows: rows.map((row) => ({ ...row, key_sealed: secrets.unseal(row.key_sealed) })), count }
}

const server = createServer((request, response) => {
  void answer(request).then((data) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    return response.end(JSON.stringify({ success: true, data, error_code: null, error_message: null }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
})
process.once('SIGTERM', () => process.exit(0))
