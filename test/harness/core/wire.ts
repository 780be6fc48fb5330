import { aProxy } from './proxy.ts'

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
  let sent = 0
  let isCut = false
  let tell: () => void = () => {}
  const cut = new Promise<void>((resolve) => (tell = resolve))
  const cutNow = () => {
    isCut = true
    proxy.disconnect()
    tell()
  }
  const proxy = await aProxy(databaseUrl, (worker, database) => {
    if (isCut) {
      worker.destroy()
      return
    }
    let isAnswerAwaited = false
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
  return { url: proxy.url, sent: () => sent, cut }
}
