import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { quietLog } from '../../harness/core/api.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aFreePort } from '../../harness/core/socket.ts'
import { keepPresence } from '../../../src/server/presence.ts'
import { openKeyRing } from '../../../src/server/secret/key-ring.ts'

test('a thread starts even if its database goes away meanwhile', async () => {
  const { sql } = await aDatabase()
  const ring = await openKeyRing(sql, { secretKey: '0'.repeat(64), file: null })
  const gone = connect(`postgres://someone@127.0.0.1:${await aFreePort()}/x`, {
    max: 1,
    applicationName: 'x',
  })
  onTestFinished(() => gone.end())
  const place = { dataDirectory: 'a', place: 'a', baseUrl: 'http://a', imports: false, part: 'mail' } as const
  const presence = await keepPresence({ database: gone, ring, ...place, log: quietLog })
  expect(presence.warnings()).toEqual([])
  await presence.stop()
})
