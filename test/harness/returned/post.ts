import { onTestFinished } from 'vitest'
import { systemMailLoop } from '../../../src/sending/system/mail.ts'
import type { Server } from '../core/server.ts'
import { sendingEnvironment } from '../sending/sender.ts'
import { aSink } from '../sending/mailing.ts'
import { readSunk } from '../smtp/sink.ts'
import { sendAll } from './forms.ts'

/** What a server owes to readers besides messages: mails of its web forms and of changes of addresses. */
export async function aPost({ databaseUrl, secrets }: Pick<Server, 'databaseUrl' | 'secrets'>) {
  const sink = await aSink()
  const env = sendingEnvironment({ url: databaseUrl, secrets }, { smtpUrl: sink.url })
  onTestFinished(() => env.end())
  const system = systemMailLoop({ ...env, from: 'post@quiver.example.com' })
  /** Sends what is due, as the sender does. @returns the mails that arrived. */
  const deliver = async () => {
    await sendAll(env)
    for (;;) {
      const piece = await system.take()
      if (piece === null) break
      await system.run(piece, new AbortController().signal)
    }
    return Promise.all(sink.messages.splice(0).map((message) => readSunk(message)))
  }
  return { deliver }
}
