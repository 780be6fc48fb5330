import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../../test/harness/core/api.ts'
import { until } from '../../../test/harness/core/until.ts'
import { createServer } from '../server/create.ts'
import { callInside } from './acting.ts'

const door = { headers: {}, remoteAddress: undefined, assistant: null }

test('of an answer without an end only the beginning is read, and its source is closed', async () => {
  const app = createServer(quietLog, 'real')
  onTestFinished(() => app.close())
  const source = Readable.from(
    (function* endless() {
      for (;;) yield 'é'.repeat(1_000)
    })(),
  )
  app.get('/ga/api/v2/endless', (_request, reply) => reply.type('text/plain').send(source))
  const answer = await callInside(app, door, { method: 'GET', path: 'endless', charactersMax: 2_500 })
  expect(answer).toEqual({ status: 200, isEnvelope: false, isCut: true, text: 'é'.repeat(2_500) })
  await until(() => source.destroyed, { seconds: 5 })
})
