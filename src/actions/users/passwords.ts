import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { tooManyRequests } from '../../contract/api/errors.ts'

/** Argon2id with the minimum that OWASP recommends: 19 MiB, two passes, one lane. About 50 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared when there is no stored hash, so that the check takes the same time. */
const hashOfNoPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$30NHeBSBbRi+kHxVvEoEnQ$TLH20cGQZhJr0BGILSWOygIjLPQUJeMQoWV3XYgrosQ'

const runningMax = 2
const waitingMax = 50

export type Passwords = {
  /** Call it before any other work for a log-in. @throws AppError `too_many_requests` if the line is full. */
  requirePlace: () => void
  hash: (password: string) => Promise<string>
  /** @param stored null: no stored hash; returns false after the same time. */
  isRight: (stored: string | null, password: string) => Promise<boolean>
}

/** Hashes at most two passwords at a time, so that guessing cannot exhaust the server's cores and memory. */
export function createPasswords(): Passwords {
  const limit = pLimit(runningMax)
  const requirePlace = () => {
    if (limit.activeCount + limit.pendingCount >= runningMax + waitingMax) {
      throw tooManyRequests('too many log-ins at once; try again in a moment', 5)
    }
  }
  const inLine = async <Result>(work: () => Promise<Result>) => {
    requirePlace()
    return limit(work)
  }
  return {
    requirePlace,
    hash: (password) => inLine(() => hash(normal(password), cost)),
    isRight: (stored, password) =>
      inLine(async () => {
        const isRight = await verify(stored ?? hashOfNoPassword, normal(password))
        return isRight && stored !== null
      }),
  }
}

function normal(password: string): string {
  return password.normalize('NFKC')
}
