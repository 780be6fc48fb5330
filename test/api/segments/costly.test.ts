import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { createRouter } from '../../../src/http/route/bind.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { subscriberRoutes } from '../../../src/http/subscribers/routes.ts'
import { boundOf } from '../../../src/store/segments/counting/in-ranges.ts'
import { logInto } from '../../harness/core/server.ts'
import { until } from '../../harness/core/until.ts'
import { active, aSegmentList } from '../../harness/records/segments.ts'

test('a segment that takes too long to evaluate is rejected with a clear error', async () => {
  const { api, sql, listId, create } = await aSegmentList()
  const { id } = (await create([active])).body.data
  const faults: unknown[] = []
  const app = createServer(logInto(faults), 'real')
  const hasty = connect(api.url, { max: 2, applicationName: 'hasty', role: applicationRole })
  onTestFinished(() => hasty.end())
  onTestFinished(() => app.close())
  subscriberRoutes(createRouter(app, hasty, api.secrets), createPageTokens(api.secrets), boundOf(0))
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let isLocked = false
  const holding = sql.begin(async (own) => {
    await own`lock table subscribers in access exclusive mode`
    isLocked = true
    await released
  })
  await until(async () => isLocked)
  const answer = await app.inject({
    url: `/ga/api/v2/mailing_lists/${listId}/subscribers?segment_id=${id}`,
    headers: { authorization: `Basic ${api.a.credential}` },
  })
  release()
  await holding
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error_message).toContain('segment_id takes too long to evaluate: use a segment with')
  expect(faults).toEqual([])
})
