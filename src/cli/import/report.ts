import { mounts } from '../../contract/api/endpoint.ts'
import { classifications, type Classification } from '../../contract/imports/states.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import { prunedCounts } from './pruning.ts'
import { grouped, printable, spellSeconds } from './terminal.ts'

const meanings: Record<Classification, string> = {
  added: 'added',
  updated: 'updated',
  failed: 'failed',
  skipped_overwrite: 'skipped: on the list already (--overwrite updates them)',
  skipped_active: 'skipped: active subscribers are not overwritten',
  skipped_unsubscribed: 'skipped: unsubscribed',
  skipped_scomp: 'skipped: complained',
  skipped_bounced: 'skipped: bounced',
  skipped_deactivated: 'skipped: deactivated',
  skipped_duplicate: 'skipped: repeated in the file',
  skipped_over_limit: 'skipped: over the subscriber quota',
}

export function reportOf(record: ImportRecord, elapsedSeconds: number): string {
  const { id, state, stats } = record
  const reason = record.error_message === null ? '' : `\n  ${printable(record.error_message)}`
  const counts = classifications
    .map((name) => ({ name, count: stats.subscribers[name] }))
    .filter(({ name, count }) => count > 0 || name === 'added')
    .map(({ name, count }) => ({ count, meaning: meanings[name] }))
    .concat(prunedCounts(record))
    .map(({ count, meaning }) => `  ${grouped(count).padStart(13)}  ${meaning}`)
  return `${record.dry_run === true ? 'Dry run' : 'Import'} ${id} ${state} after ${spellSeconds(elapsedSeconds)}, ${rowsOf(stats.records_imported)}:${reason}\n${counts.join('\n')}`
}

function rowsOf(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'row' : 'rows'}`
}

export function curlOf(serverUrl: string, path: string, method: 'GET' | 'POST' = 'GET'): string {
  const post = method === 'POST' ? '-X POST ' : ''
  return `curl -s ${post}-H "Authorization: Basic $QUIVER_API_KEY" ${serverUrl.replace(/\/+$/, '')}${mounts[0]}/${path}`
}
