import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { onTestFailed, onTestFinished } from 'vitest'
import { aQuiverServer, startQuiver } from './command.ts'
import { aDatabase } from './database.ts'
import { aDataDirectory } from './embedded.ts'
import { startSmtpSink, type SinkOptions } from '../smtp/sink.ts'

export type Json = Record<string, unknown>

type Environment = Record<string, string>

/** One call over HTTP with a credential. @returns `data`. @throws Error if it is rejected. */
export type Call = <Data = Json>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<Data>

/** The built server as a process, with a database of its own, a sink for its messages and a port for bounces. */
export async function aWholeServer(
  sinkOptions: SinkOptions = {},
  more: Environment | ((databaseUrl: string) => Promise<Environment>) = {},
  args: string[] = [],
) {
  const { sql, url: databaseUrl } = await aDatabase()
  const dataDir = await aDataDirectory()
  const sink = await startSmtpSink(sinkOptions)
  onTestFinished(() => sink.stop())
  const [port, bouncePort, metricsPort] = await freePorts(3)
  const url = `http://127.0.0.1:${port}`
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    BASE_URL: url,
    BOUNCE_PORT: String(bouncePort),
    SMTP_URL: sink.url,
    METRICS_PORT: String(metricsPort),
    ...(typeof more === 'function' ? await more(databaseUrl) : more),
  }
  const server = await aQuiverServer(environment, args)
  // Without it the error output of the server would be lost.
  onTestFailed(async () => {
    server.kill('SIGTERM')
    console.error((await server.ended).stderr.slice(0, 5000))
  })
  const callWith = (credential: string): Call => callerOf(url, credential)
  return {
    sql,
    url,
    environment,
    dataDir,
    sink,
    bouncePort: bouncePort ?? 0,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    server,
    system: callWith(server.credential),
    callWith,
    text: (path: string, credential: string) => textOf(url, path, credential),
    /** Starts the same server again after the last one has ended. */
    startAgain: async () => {
      const running = await startQuiver(['serve'], environment)
      await running.seen(/ready: http\S+\n/)
      return running
    },
  }
}

export type WholeServer = Awaited<ReturnType<typeof aWholeServer>>

/** An organization that the system administrator creates, and its key. */
export async function anOrganizationOf(
  { system, callWith }: Pick<WholeServer, 'system' | 'callWith'>,
  organization: Json,
) {
  const { id } = await system<{ id: number }>('POST', 'organizations', { organization })
  const api_key = { name: 'Its own', role: 'organization_admin' }
  const key = await system<{ api_key: string }>('POST', `organizations/${id}/api_keys`, { api_key })
  return { id, credential: key.api_key, call: callWith(key.api_key) }
}

/** For the API of one server. */
export function callerOf(url: string, credential: string): Call {
  return async <Data>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/ga/api/v2/${path}`, {
      method,
      headers: { authorization: `Basic ${credential}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { success: boolean; data: Data; error_message: string }
    if (!answer.success) throw new Error(`${method} ${path}: ${response.status} ${answer.error_message}`)
    return answer.data
  }
}

async function textOf(url: string, path: string, credential: string): Promise<string> {
  const response = await fetch(`${url}/ga/api/v2/${path}`, {
    headers: { authorization: `Basic ${credential}` },
  })
  if (!response.ok) throw new Error(`GET ${path}: ${response.status}`)
  return response.text()
}

/** Opened together so that they differ, then closed for the server to use. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
