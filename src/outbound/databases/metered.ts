import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { finalFailure, spellSize } from '../request-failed.ts'

type Limits = { fetchBytesMax: number; totalBytesMax: number }

/** Drivers keep what they have not understood yet in memory: this stops a server that sends without end. */
export class MeteredSocket extends Duplex {
  readonly #socket: Socket
  readonly #limits: Limits
  #bytes = 0
  #totalBytes = 0

  constructor(socket: Socket, limits: Limits) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#limits = limits
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  /** A reader has worked through what came so far. */
  reset(): void {
    this.#bytes = 0
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length
    this.#totalBytes += chunk.length
    const { fetchBytesMax, totalBytesMax } = this.#limits
    if (this.#bytes > fetchBytesMax) this.destroy(tooMuchAtOnce(fetchBytesMax))
    else if (this.#totalBytes > totalBytesMax) this.destroy(tooMuch(totalBytesMax))
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

function tooMuchAtOnce(bytes: number): Error {
  return finalFailure(
    `The database sent more than ${spellSize(bytes)} for one fetch of rows: select fewer or shorter columns.`,
  )
}

function tooMuch(bytes: number): Error {
  return finalFailure(
    `The query returns more than ${spellSize(bytes)}: select fewer rows or shorter columns, or ask the administrator to raise REMOTE_QUERY_MB.`,
  )
}
