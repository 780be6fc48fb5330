import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../../../outbound/network.ts'

/** Smaller ones fit into the buffers of a connection. */
const countedCharacters = 65_536

/**
 * Bounds the texts that wait in memory for clients who read slowly. Beyond it, the client who holds the most loses the
 * answer that has waited longest, with its connection: what a call has changed cannot be refused any more. Files and
 * pictures are read while they are sent, and copies of pages are the same for all.
 */
export function boundUnsentAnswers(app: FastifyInstance, charactersMax: number): void {
  /** The oldest first. */
  const waiting = new Map<ServerResponse, Waiting>()
  app.addHook('onSend', async ({ ip }, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < countedCharacters) return payload
    const { raw } = reply
    const forget = () => void waiting.delete(raw)
    while (sumOf(waiting.values()) + payload.length > charactersMax) {
      const greediest = greediestOf(waiting)
      if (greediest === undefined) break
      waiting.delete(greediest)
      greediest.destroy()
    }
    raw.once('finish', forget).once('close', forget)
    waiting.set(raw, { client: clientOf(ip), characters: payload.length })
    return payload
  })
}

type Waiting = { client: string; characters: number }

const sumOf = (answers: Iterable<Waiting>) =>
  [...answers].reduce((sum, { characters }) => sum + characters, 0)

/** @returns the oldest answer of the client who holds the most. */
function greediestOf(waiting: ReadonlyMap<ServerResponse, Waiting>): ServerResponse | undefined {
  const held = new Map<string, number>()
  for (const { client, characters } of waiting.values())
    held.set(client, (held.get(client) ?? 0) + characters)
  const most = Math.max(...held.values())
  return [...waiting].find(([, { client }]) => held.get(client) === most)?.[0]
}
