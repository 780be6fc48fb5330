import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { aServer } from '../../../test/harness/core/server.ts'
import { until } from '../../../test/harness/core/until.ts'

test('a stopping server that drains takes calls, ends connections with their answers, and is not ready', async () => {
  const { app, url, a } = await aServer({ settings: { drainSeconds: 2 } })
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`)
    return [answer.status, ((await answer.json()) as { error_message: string | null }).error_message]
  }
  expect(await ready()).toEqual([200, null])
  const closed = app.close()
  await until(async () => (await ready())[0] === 503)
  expect(await ready()).toEqual([503, 'the server is stopping'])
  const headers = { authorization: `Basic ${a.credential}` }
  const answer = await fetch(`${url}/ga/api/v2/mailing_lists`, { headers })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await closed
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('a call that has begun when the port closes is answered like any other', async () => {
  const { app, port } = await aServer()
  const socket = connect(port, '127.0.0.1')
  const [accepted] = await Promise.all([once(app.server, 'connection'), once(socket, 'connect')])
  expect(accepted).toHaveLength(1)
  const begun = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'
  socket.write(begun)
  await until(() => accepted[0].bytesRead === begun.length)
  const closed = app.close()
  await until(() => !app.server.listening)
  socket.write('\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[^]*"alive"/)
  await closed
})
