import { AppError, tooManyRequests } from '../../../contract/api/errors.ts'

export type BodyBudget = {
  /** `client`: see `clientOf`. */
  open: (client: string) => BodyAccount
}

export type BodyAccount = {
  /** @throws AppError 429 if the client holds too many bytes, 503 if the server does. */
  take: (bytes: number) => void
  release: () => void
}

const retrySeconds = 5

/** Limits the bytes of bodies in memory. One client gets at most half of them. */
export function createBodyBudget(bytesMax: number): BodyBudget {
  const clients = new Map<string, number>()
  let total = 0
  const add = (client: string, bytes: number) => {
    total += bytes
    const held = (clients.get(client) ?? 0) + bytes
    if (held === 0) clients.delete(client)
    else clients.set(client, held)
  }
  return {
    open: (client) => {
      let own = 0
      return {
        take: (bytes) => {
          if ((clients.get(client) ?? 0) + bytes > bytesMax / 2) throw clientFull()
          if (total + bytes > bytesMax) throw serverFull()
          own += bytes
          add(client, bytes)
        },
        release: () => {
          add(client, -own)
          own = 0
        },
      }
    },
  }
}

function clientFull() {
  return tooManyRequests(
    `too many request bodies from this address are in progress; try again in ${retrySeconds} seconds`,
    retrySeconds,
  )
}

function serverFull() {
  return new AppError(
    'internal_error',
    `too many request bodies are in progress; try again in ${retrySeconds} seconds`,
    { status: 503, headers: { 'retry-after': String(retrySeconds) } },
  )
}
