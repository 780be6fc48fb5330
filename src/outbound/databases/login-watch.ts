import { finalFailure } from '../request-failed.ts'
import type { Watch } from '../watched-socket.ts'

/** PostgreSQL asks for 4,096 by default. The driver hashes them in one piece, which nothing interrupts. */
const hashRoundsMax = 100_000
/** A log-in takes three of these messages. */
const stepsMax = 10
const stepBytesMax = 10_000

const authentication = 'R'.charCodeAt(0)
const clearText = 3
const saslContinue = 11

/** Reads what PostgreSQL asks for at log-in before the driver does it. `isVerified`: the server has proven its name. */
export function watchLogin({ isVerified }: { isVerified: boolean }): Watch {
  let begun: Buffer = Buffer.alloc(0)
  let skipped = 0
  let steps = 0
  let isHashed = false

  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (skipped > 0) {
        const bytes = Math.min(skipped, chunk.length - at)
        skipped -= bytes
        at += bytes
        continue
      }
      const wanted = begun.length < 5 ? 5 : begun.readUInt32BE(1) + 1
      const piece = chunk.subarray(at, at + wanted - begun.length)
      at += piece.length
      begun = begun.length === 0 ? piece : Buffer.concat([begun, piece])
      if (begun.length < 5) continue
      const length = begun.readUInt32BE(1)
      if (length < 4) return unreadable()
      if (begun[0] !== authentication) {
        skipped = length - 4
        begun = Buffer.alloc(0)
        continue
      }
      if (length < 8 || length > stepBytesMax) return unreadable()
      if (begun.length < length + 1) continue
      const refusal = refusalOf(begun)
      if (refusal !== null) return refusal
      begun = Buffer.alloc(0)
    }
    return null
  }

  function refusalOf(message: Buffer): Error | null {
    const kind = message.readUInt32BE(5)
    steps += 1
    if (steps > stepsMax) return unreadable()
    if (kind === clearText && !isVerified) return unsafe()
    if (kind !== saslContinue) return null
    if (isHashed) return unreadable()
    isHashed = true
    // The driver takes the last of several.
    const rounds = message
      .toString('utf8', 9)
      .split(',')
      .filter((part) => part.startsWith('i'))
    return rounds.every((part) => Number.parseInt(part.slice(2), 10) <= hashRoundsMax) ? null : tooMuchWork()
  }
}

function unreadable(): Error {
  return new Error('The database answered something that cannot be read.')
}

function unsafe(): Error {
  return finalFailure(
    'The database asks for the password in clear text: set tls to verify, or let the user log in there by scram-sha-256.',
  )
}

function tooMuchWork(): Error {
  return finalFailure(
    `The database asks for more than ${hashRoundsMax} rounds of hashing to log in: lower scram_iterations there, and set the password of the user again.`,
  )
}
