import { randomUUID } from 'node:crypto'
import { Client } from 'undici'

/**
 * The load of strangers and other tenants, in a process of its own so that it does not delay the benchmark's clock.
 * Arguments: kind, URL of the server, credential, path.
 */
const [kind = '', url = '', credential = '', path = ''] = process.argv.slice(2)

const api = '/ga/api/v2/'
const headers = { authorization: `Basic ${credential}`, 'content-type': 'application/json' }

type Request = {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Reopens connections that the server closes. */
async function ask(connections: number, next: () => Request): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client(url, { bodyTimeout: 0, headersTimeout: 0 })
      for (;;) {
        try {
          const { body } = await client.request({ ...next() })
          await body.dump()
        } catch {
          // The server answers a refused body or closes the connection.
        }
      }
    }),
  )
}

/** 60 MB of `[{},{},…` without a credential. */
function strangersBody(): Request {
  return { method: 'POST', path: `${api}mailing_lists/1/subscriber_imports`, body: largeBody }
}
const largeBody = kind === 'bodies' ? Buffer.from(`[${'{},'.repeat(20_000_000)}1]`) : ''

let keys = 0
function keyedDkim(): Request {
  keys += 1
  const body = JSON.stringify({ dkim_key: { domain: `d${keys}.example.com`, selector: `s${process.pid}` } })
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  return { method: 'POST', path: `${api}dkim_keys`, headers: keyed, body }
}

const loads: Record<string, () => Promise<void>> = {
  bodies: () => ask(1, strangersBody),
  clicks: () => ask(300, () => ({ method: 'GET', path })),
  segments: () => ask(30, () => ({ method: 'GET', path: `${api}${path}`, headers })),
  campaigns: () => ask(10, () => ({ method: 'GET', path: `${api}${path}`, headers })),
  dkim: () => ask(20, keyedDkim),
}
console.log('ready')
await loads[kind]?.()
