import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { finalFailure, spellSize } from '../request-failed.ts'

/** Drivers keep what they have not understood yet in memory: this stops a server that sends without end. */
export class MeteredSocket extends Duplex {
  readonly #socket: Socket
  readonly #bytesMax: number
  #bytes = 0

  constructor(socket: Socket, bytesMax: number) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    this.#bytesMax = bytesMax
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
    if (this.#bytes > this.#bytesMax) this.destroy(tooMuch(this.#bytesMax))
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
    done(error)
  }
}

function tooMuch(bytes: number): Error {
  return finalFailure(
    `The database sent more than ${spellSize(bytes)} for one fetch of rows: select fewer or shorter columns.`,
  )
}
