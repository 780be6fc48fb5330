import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'

/** An answer of the type text/event-stream (WHATWG HTML, section 9.2). */
export type EventStream = {
  readable: Readable
  /** Skips data that the client has, and all data while the client does not read. */
  send: (event: string, data: string) => void
  /** An event of a numbered sequence, with its number among the data. @returns false while the client does not read. */
  post: (event: string, seq: number, data: object) => boolean
  /** An event, if nothing was posted for a while: a page does not see comments. */
  tick: (seq: number) => void
  /** A comment, if nothing was sent for a while: proxies end silent connections. */
  beat: () => void
  end: (event?: string, data?: string) => void
}

const beatMs = 15_000
/** A page takes a stream that is silent for 15 seconds for dead. */
const tickMs = 6_000
/** A client that reads nothing for this time is gone. */
const stuckMs = 60_000
const reconnectMs = 3_000
/** Events that may wait for a client that does not read. Node's own limit is four times as large from version 22 on. */
const waitingBytes = 16 * 1024

/** @param lastId of the last event that the client got before it connected again. */
export function openEventStream(lastId: string | string[] | undefined): EventStream {
  const stream = new PassThrough({ highWaterMark: waitingBytes })
  let sentId = String(lastId ?? '')
  let sentMs = performance.now()
  const write = (text: string) => {
    if (stream.writableEnded || stream.destroyed) return
    sentMs = performance.now()
    stream.write(text)
  }
  const beat = () => {
    const silentMs = performance.now() - sentMs
    if (stream.writableNeedDrain) {
      if (silentMs > stuckMs) stream.destroy()
    } else if (silentMs >= beatMs) write(': still here\n\n')
  }
  const post: EventStream['post'] = (event, seq, data) => {
    if (stream.writableNeedDrain) return false
    write(`id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify({ ...data, seq })}\n\n`)
    return true
  }
  write(`retry: ${reconnectMs}\n\n`)
  return {
    readable: stream,
    beat,
    post,
    tick: (seq) => {
      if (stream.writableNeedDrain) beat()
      else if (performance.now() - sentMs >= tickMs) post('beat', seq, {})
    },
    send: (event, data) => {
      const id = createHash('sha256').update(data).digest('hex').slice(0, 16)
      if (id === sentId || stream.writableNeedDrain) return beat()
      sentId = id
      write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
    },
    end: (event, data) => {
      if (event !== undefined) write(`event: ${event}\ndata: ${data}\n\n`)
      stream.end()
    },
  }
}
