import type { Client } from '../../client/api.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import { tell } from '../sentences.ts'
import type { Delivery } from './delivery.ts'
import { follow } from './follow.ts'
import { createBar, createLines } from './progress.ts'
import { curlOf } from './report.ts'

type Watched = { client: Client; record: ImportRecord; delivery: Delivery; serverUrl: string }

/**
 * Ctrl-C and a lost server end this process, not the import.
 */
export async function watch({ client, record, delivery, serverUrl }: Watched): Promise<ImportRecord> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  const progress = process.stdout.isTTY ? createBar() : createLines(console.log)
  let last = record
  const show = (now: ImportRecord) => {
    last = now
    progress.show(now)
  }
  try {
    return await follow(client, record.id, show, interrupted.signal)
  } catch (error) {
    progress.stop()
    if (!interrupted.signal.aborted) console.error(tell(error))
    console.error(leave(last, delivery, serverUrl))
    // Returning would remove the files that the server still needs.
    process.exit(1)
  } finally {
    progress.stop()
    process.removeListener('SIGINT', interrupt)
  }
}

function leave({ id }: ImportRecord, delivery: Delivery, serverUrl: string): string {
  return [
    `Import ${id} continues on the server.${delivery.remains === undefined ? '' : ` When it has ended, ${delivery.remains}.`}`,
    `  To show it:     ${curlOf(serverUrl, `subscriber_imports/${id}`)}`,
    `  To cancel it:   ${curlOf(serverUrl, `subscriber_imports/${id}/cancel`, 'POST')}`,
  ].join('\n')
}
