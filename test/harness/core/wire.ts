import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { readAddress } from '../../../src/database/address.ts'

/**
 * A proxy between a worker and the database that can be cut at any message, as if the worker died there. A cut wire
 * stays dead; the worker behind it cannot do anything more.
 */
export type Wire = {
  url: string
  sent: () => number
  cut: Promise<void>
}

export type CutAt = {
  /** The number of the message of the worker, from 1. */
  message: number
  /** Before the database gets it, or after the database has answered and before the worker gets the answer. */
  moment: 'before' | 'after'
}

/** @param cutAt null: never. */
export async function aWire(databaseUrl: string, cutAt: CutAt | null): Promise<Wire> {
  const target = readAddress(databaseUrl)
  const sockets = new Set<Socket>()
  let sent = 0
  let isCut = false
  let tell: () => void = () => {}
  const cut = new Promise<void>((resolve) => (tell = resolve))
  const cutNow = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
    tell()
  }
  const server = createServer((worker) => {
    if (isCut) {
      worker.destroy()
      return
    }
    const database =
      target.path === undefined
        ? connect(target.port?.[0] ?? 5432, target.host?.[0] ?? '127.0.0.1')
        : connect(target.path)
    let isAnswerAwaited = false
    for (const socket of [worker, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        worker.destroy()
        database.destroy()
      })
    }
    worker.on('data', (bytes) => {
      sent += 1
      if (cutAt !== null && sent === cutAt.message) {
        if (cutAt.moment === 'before') return cutNow()
        isAnswerAwaited = true
      }
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isAnswerAwaited) cutNow()
      else worker.write(bytes)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    cutNow()
    server.close()
  }
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  const parsed = new URL(databaseUrl.replace('@/', '@localhost/'))
  const user = parsed.searchParams.get('user') ?? (parsed.username || 'postgres')
  const password = parsed.password === '' ? '' : `:${parsed.password}`
  return {
    url: `postgres://${user}${password}@127.0.0.1:${port}${parsed.pathname}`,
    sent: () => sent,
    cut,
  }
}
