import { Duplex } from 'node:stream'

/** Sees bytes before a driver or a parser does. @returns why they are refused */
export type Watch = (chunk: Buffer) => Error | null

/** A socket whose other end chooses what it sends. It is closed with the first refusal. */
export class WatchedSocket extends Duplex {
  readonly #socket: Duplex
  readonly #watch: Watch

  constructor(socket: Duplex, watch: Watch) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#watch = watch
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  #take(chunk: Buffer): void {
    if (this.destroyed) return
    const refusal = this.#watch(chunk)
    if (refusal !== null) this.destroy(refusal)
    else if (!this.push(chunk)) this.#socket.pause()
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    // TLS on this socket closes it first and reports the reason later: a driver would see only that it was closed.
    setImmediate(() => setImmediate(done, error))
  }
}

export type Meter = {
  watch: Watch
  /** A reader has worked through what came so far. */
  reset: () => void
}

type MeterLimits = {
  /** Between two resets: what a reader has not understood yet stays in memory. */
  bytesMax: number
  totalBytesMax: number
  tooMuchAtOnce: (bytes: number) => Error
  tooMuch: (bytes: number) => Error
}

/** Stops a server that sends without end. */
export function createMeter({ bytesMax, totalBytesMax, tooMuchAtOnce, tooMuch }: MeterLimits): Meter {
  let bytes = 0
  let totalBytes = 0
  return {
    watch: (chunk) => {
      bytes += chunk.length
      totalBytes += chunk.length
      if (bytes > bytesMax) return tooMuchAtOnce(bytesMax)
      return totalBytes > totalBytesMax ? tooMuch(totalBytesMax) : null
    },
    reset: () => {
      bytes = 0
    },
  }
}
