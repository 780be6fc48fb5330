import { setTimeout as pause } from 'node:timers/promises'
import { ApiFailure, type Client } from '../../client/api.ts'
import { endedStates } from '../../contract/imports/states.ts'
import { showSubscriberImport, type ImportRecord } from '../../contract/imports/endpoints.ts'

const pollMs = 400
/** Longer than a server needs to restart. */
const patienceMs = 120_000

/** @throws Error if the server does not answer for two minutes. */
export async function follow(
  client: Client,
  id: number,
  show: (record: ImportRecord) => void,
  signal: AbortSignal,
): Promise<ImportRecord> {
  let silentSinceMs: number | undefined
  for (;;) {
    const record = await ask(client, id).catch((error: unknown) => {
      const nowMs = performance.now()
      silentSinceMs ??= nowMs
      if (isFinal(error) || nowMs - silentSinceMs > patienceMs) throw error
      return undefined
    })
    if (record !== undefined) {
      silentSinceMs = undefined
      show(record)
      if (endedStates.some((state) => state === record.state)) return record
    }
    await pause(pollMs, undefined, { signal })
  }
}

async function ask(client: Client, id: number): Promise<ImportRecord> {
  return (await client.call(showSubscriberImport, { params: { id } })).data
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiFailure && error.status < 500 && error.status !== 429
}
