import { onTestFinished, expect, test } from 'vitest'
import { connect } from '../../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../../src/database/roles.ts'
import { createRouter } from '../../../../src/http/route/bind.ts'
import { createPageTokens } from '../../../../src/http/route/page-token.ts'
import { createServer } from '../../../../src/http/server/create.ts'
import { subscriberRoutes } from '../../../../src/http/subscribers/routes.ts'
import { openSecrets } from '../../../../src/secrets/ring.ts'
import { quietLog } from '../../../harness/core/api.ts'
import { watchStatements } from '../../../harness/postgres/statements.ts'
import { aSubscriberList, subscribe } from '../../../harness/records/subscribers.ts'

/** One connection, so that all that is sent without an answer between is one turn. */
async function aWatchedList() {
  const { api, path, listId } = await aSubscriberList()
  const [id] = await subscribe(api, listId, ['ann@example.com', 'bob@example.com'])
  const watched = await watchStatements(api.url)
  const database = connect(watched.url, { max: 1, applicationName: 'watched', role: applicationRole })
  onTestFinished(() => database.end())
  const secrets = openSecrets(api.secretKey)
  const app = createServer(quietLog, 'real')
  onTestFinished(() => app.close())
  subscriberRoutes(createRouter(app, database, secrets), createPageTokens(secrets))
  return async (method: 'GET' | 'PUT' | 'POST', place: string, subscriber?: object) => {
    watched.turns.length = 0
    const { statusCode, body } = await app.inject({
      method,
      url: `/ga/api/v2/${path}${place.replace(':id', String(id))}`,
      headers: { authorization: `Basic ${api.a.credential}` },
      ...(subscriber === undefined ? {} : { payload: { subscriber } }),
    })
    expect([statusCode, body]).toEqual([200, expect.any(String)])
    // The end of a read is nothing that anybody waits for, and the use of a key is noted beside its call.
    const isBeside = (text: string) => text === 'commit' || text.includes('update api_keys')
    return watched.turns.filter((turn) => !turn.every(isBeside)).length
  }
}

test('a call about one person waits for few answers of the database', async () => {
  const answersOf = await aWatchedList()
  // The key is marked as used, and the connection opened.
  await answersOf('GET', '/:id')
  const seen = {
    'show by id': await answersOf('GET', '/:id'),
    'show by address': await answersOf('GET', '/ann@example.com'),
    find: await answersOf('GET', '?email=ann@example.com'),
    'update by id': await answersOf('PUT', '/:id', { subscribe_ip: '10.0.0.1' }),
    'update by address': await answersOf('PUT', '/bob@example.com', { subscribe_ip: '10.0.0.1' }),
    'upsert, known': await answersOf('PUT', '/bob@example.com?create=true', { subscribe_ip: '10.0.0.2' }),
    'upsert, new': await answersOf('PUT', '/cid@example.com?create=true', {}),
    add: await answersOf('POST', '', { email: 'dan@example.com' }),
  }
  expect(seen).toEqual({
    // That of the credential, and one.
    'show by id': 2,
    'show by address': 2,
    find: 2,
    // Of the credential, of what is known and locked, and of the change with its commit.
    'update by id': 3,
    'update by address': 3,
    'upsert, known': 3,
    'upsert, new': 3,
    add: 3,
  })
})
