import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

export type SentEvent = { event: string; id: string; data: unknown }

/** Reads a stream of server-sent events on a connection of its own; both end with the test. */
export async function anEventSource(url: string, headers: Record<string, string> = {}) {
  const request = get(url, { headers, agent: false })
  let isClosed = false
  const close = () => {
    isClosed = true
    request.destroy()
  }
  onTestFinished(close)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const events: SentEvent[] = []
  /** Comments, and what else has no data. */
  const other: string[] = []
  const read = async () => {
    let rest = ''
    for await (const chunk of response.setEncoding('utf8')) {
      const blocks = `${rest}${String(chunk)}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => splitField(line)))
        const data = fields.get('data')
        if (data === undefined) other.push(block)
        else
          events.push({
            event: fields.get('event') ?? '',
            id: fields.get('id') ?? '',
            data: JSON.parse(data),
          })
      }
    }
  }
  const ended = read().catch((error: unknown) => {
    if (!isClosed) throw error
  })
  // A test that does not wait for the end learns of a failure from its events.
  ended.catch(() => {})
  return { status: response.statusCode, headers: response.headers, events, other, ended, close }
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}
