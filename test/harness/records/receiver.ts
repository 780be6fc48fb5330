import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'

/** A request that a receiver got, before it answers. */
export type Received = {
  method: string
  headers: IncomingHttpHeaders
  text: string
  /** By the secret that the receiver had when it arrived: a signature is good for five minutes. */
  isVerified: boolean
  events: (Record<string, unknown> & { event_id: string; event_type: string; event_time: number })[]
}

export type Receiver = {
  url: string
  requests: Received[]
  /** The secret of the webhook, with which requests are verified from now on. */
  verifyBy: (secret: string) => void
  /** The answer to the next requests: a status, or a handler. */
  answer: (next: number | ((response: ServerResponse) => void)) => void
}

/** A server on loopback that receives events, as a customer would. It answers 200 by default. */
export async function aReceiver(): Promise<Receiver> {
  const requests: Received[] = []
  let secret: string | null = null
  let next: number | ((response: ServerResponse) => void) = 200
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request.setEncoding('utf8')) text += String(piece)
    const { method = '', headers } = request
    const isVerified = secret !== null && isSignedBy(secret, { headers, text })
    requests.push({ method, headers, text, isVerified, events: JSON.parse(text) })
    if (typeof next === 'number') response.writeHead(next).end()
    else next(response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook?to=me`,
    requests,
    verifyBy: (given) => (secret = given),
    answer: (how) => (next = how),
  }
}

/** The verified events of a request. @throws Error if the signature is not valid. */
export function verifiedEvents(
  secret: string,
  { headers, text }: Pick<Received, 'headers' | 'text'>,
): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>)
}

function isSignedBy(secret: string, request: Pick<Received, 'headers' | 'text'>): boolean {
  try {
    verifiedEvents(secret, request)
    return true
  } catch {
    return false
  }
}

/** What `opened` numbered, request by request. */
export function numbersOf({ requests }: Receiver): unknown[][] {
  return requests.map(({ events }) => events.map((event) => event['number']))
}
