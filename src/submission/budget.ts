import type { SMTPServerDataStream } from 'smtp-server'
import { refusal } from '../outbound/smtp/port.ts'

type Received = { bytes: Buffer; free: () => void }

/** @throws the reply to a message that is too large, or comes while too many others are in memory. */
export function createReceiver(messageBytesMax: number, bytesOfAllMax: number) {
  let inUse = 0
  return async (stream: SMTPServerDataStream): Promise<Received> => {
    const kept: Buffer[] = []
    let length = 0
    let refused: Error | null = null
    const free = () => {
      inUse -= length
      length = 0
      kept.length = 0
    }
    try {
      // What is refused is read to its end: the client hears the reply after its last byte.
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        if (refused !== null) continue
        if (length + chunk.length > messageBytesMax) refused = tooLarge(messageBytesMax)
        else if (inUse + chunk.length > bytesOfAllMax) refused = busy
        if (refused !== null) {
          free()
          continue
        }
        inUse += chunk.length
        length += chunk.length
        kept.push(chunk)
      }
      if (stream.sizeExceeded) refused = tooLarge(messageBytesMax)
      if (refused !== null) throw refused
      return { bytes: Buffer.concat(kept), free }
    } catch (error) {
      free()
      throw error
    }
  }
}

const busy = refusal(451, '4.3.1 Too many messages are on their way here. Try again later.')

function tooLarge(bytesMax: number): Error {
  return refusal(552, `5.3.4 The message is too large: send at most ${bytesMax} bytes.`)
}
