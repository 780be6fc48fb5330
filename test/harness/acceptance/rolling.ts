import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFailed, onTestFinished } from 'vitest'
import { startQuiver, type Running } from '../core/command.ts'

/** Servers that are restarted one after the other behind a proxy, as docs/operating.md describes it. */

const checkMs = 500

export type Balancer = { url: string; refused: () => number; faults: string[] }

/**
 * A proxy as docs/operating.md wants it: it asks /readyz twice a second, and gives each request a connection of its own, by
 * turns; if a server refuses the connection, to the next. Whatever else goes wrong is 502, as a request that has left is not
 * sent twice.
 */
export async function aBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: false })
  const faults: string[] = []
  let turn = 0
  let refused = 0
  const away = await watchReadiness(targets)
  const pass = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(incoming)
    turn += 1
    const first = turn
    const open = targets.filter((target) => !away.has(target))
    const inTurn = open.length > 0 ? open : targets
    for (let tried = 0; tried < inTurn.length; tried += 1) {
      const target = inTurn[(first + tried) % inTurn.length] ?? ''
      const { method = '', url = '', headers } = incoming
      const call = request(new URL(url, target), { method, headers, agent })
      call.end(body)
      try {
        const [response] = (await once(call, 'response')) as [IncomingMessage]
        const content = await buffer(response)
        answer.writeHead(response.statusCode ?? 502, endToEnd(response.headers)).end(content)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') refused += 1
        else {
          faults.push(`${method} ${url}: ${String(error)}`)
          break
        }
      }
    }
    answer.writeHead(502).end('no server has answered')
  }
  // Only the caller closes idle connections: on a busy machine a call could leave on one that this side had just closed.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, answer) => void pass(incoming, answer))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, refused: () => refused, faults }
}

/** @returns those that are not ready now. */
async function watchReadiness(targets: readonly string[]): Promise<Set<string>> {
  const away = new Set<string>()
  const look = async (target: string) => {
    const isReady = await fetch(`${target}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) away.delete(target)
    else away.add(target)
  }
  await Promise.all(targets.map(look))
  const timers = targets.map((target) => setInterval(() => void look(target), checkMs))
  onTestFinished(() => timers.forEach((timer) => clearInterval(timer)))
  return away
}

function endToEnd(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _, ...others } = headers
  return others
}

export type Replaceable = {
  url: string
  /** Of the process that runs now. */
  process: () => Running
  /** @returns how long it took, and how the process ended. */
  stop: () => Promise<{ seconds: number; code: number | null; stderr: string }>
  /** Resolves when it serves. @param from the directory of another version */
  start: (from?: string) => Promise<void>
}

type Environment = Record<string, string>

/** A server that can be stopped and started again on its port. */
export function aReplaceable(environment: Environment, first?: Running): Replaceable {
  let running = first
  const process = () => {
    if (running === undefined) throw new Error('It has not been started.')
    return running
  }
  // Without it its error output would be lost.
  onTestFailed(async () => {
    running?.kill('SIGKILL')
    console.error(environment['PORT'], (await running?.ended)?.stderr.slice(-5000))
  })
  return {
    url: `http://127.0.0.1:${environment['PORT']}`,
    process,
    stop: async () => {
      const begunMs = performance.now()
      process().kill('SIGTERM')
      const { code, stderr } = await process().ended
      return { seconds: (performance.now() - begunMs) / 1000, code, stderr }
    },
    start: async (from) => {
      running = await startQuiver(['serve'], environment, onTestFinished, from === undefined ? {} : { from })
      await running.seen(/ready: http\S+\n/)
    },
  }
}
