import { expect, onTestFinished } from 'vitest'
import { runWorker } from '../../../src/importing/worker.ts'
import { aWorkFolder, settingsOf } from '../../harness/importing/stories.ts'
import { aHouse } from '../../harness/fakes/program.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { startSmtpSink } from '../../harness/smtp/sink.ts'

export type Office = Awaited<ReturnType<typeof anOffice>>

/** Of a call, as an assistant reads it. */
export type Described = { tool: 'read' | 'plan'; params: string[]; body?: object }

/** An organization in which nobody sends alone, with workers that import and send. */
export async function anOffice() {
  const house = await aHouse()
  const { server, person: owner } = house
  const folder = await aWorkFolder()
  const stop = new AbortController()
  const settings = settingsOf(server.databaseUrl, folder, { spoolDir: server.spoolDir })
  const working = runWorker(settings, stop.signal)
  onTestFinished(async () => {
    stop.abort(new Error('the test is over'))
    await working
  })
  const sink = await startSmtpSink({})
  onTestFinished(() => sink.stop())
  startSenders({ url: server.databaseUrl, secrets: server.secrets }, { smtpUrl: sink.url })
  const second = await aSession(server, server.a.organizationId, { role: 'organization_admin' })
  const as = async (
    who: { headers: Record<string, string> },
    method: 'POST' | 'PUT',
    path: string,
    payload: object,
  ) => {
    const url = `/ga/api/v2/${path}`
    const reply = await server.app.inject({
      method,
      url,
      headers: who.headers,
      payload: JSON.stringify(payload),
    })
    return reply.statusCode
  }
  expect(await as(owner, 'PUT', 'approval_rules', { approval_rules: [{ kind: 'campaign' }] })).toBe(200)
  return { house, server, sink, owner, second, as }
}
