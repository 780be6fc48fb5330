import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../client/api.ts'
import {
  showSubscriberImport,
  undoSubscriberImport,
  type ImportRecord,
} from '../../contract/imports/endpoints.ts'
import { undoClasses, type UndoClass } from '../../contract/imports/undo.ts'
import { checkServerUrl, readCredential, type ServerOptions } from '../connection.ts'
import { curlOf } from './report.ts'
import { confirm, grouped, printable } from './terminal.ts'

export type UndoOptions = ServerOptions & { yes: boolean }

type Undo = NonNullable<ImportRecord['undo']>

const meanings: Record<UndoClass, string> = {
  removed: 'removed: the import had added them',
  restored: 'have again what they had before',
  restored_partly: 'have again what was not changed since',
  left_changed: 'left alone: changed since',
  left_departed: 'left alone: they unsubscribed or complained since',
  left_over_limit: 'left alone: over the subscriber quota',
  left_gone: 'left alone: no longer on the list',
}

const pollMs = 400

/** Sets the exit code of the process. @throws Error, for `tell`. */
export async function undoImport(id: number, { url, key, yes }: UndoOptions): Promise<void> {
  const { credential } = readCredential(key)
  checkServerUrl(url)
  const client = createClient({ url, credential })
  const show = async () => (await client.call(showSubscriberImport, { params: { id } })).data
  const record = await show()
  const { added, updated } = record.stats.subscribers
  const what = `Import ${id} into ${printable(record.mailing_list_name)}: ${grouped(added)} added, ${grouped(updated)} updated.`
  console.log(what)
  if (!yes) {
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      throw new Error('There is no terminal to confirm on. Add --yes to undo the import.')
    }
    if (!(await confirm('Undo this import?'))) return
  }
  await client.call(undoSubscriberImport, { params: { id } })
  let undo = (await show()).undo
  while (undo?.state === 'scheduled' || undo?.state === 'undoing') {
    await pause(pollMs)
    undo = (await show()).undo
  }
  if (undo !== undefined) console.log(reportOf(id, undo, url))
  process.exitCode = undo?.state === 'finished' ? 0 : 1
}

export function reportOf(id: number, undo: Undo, serverUrl: string): string {
  const reason = undo.error_message === null ? '' : `\n  ${printable(undo.error_message)}`
  const counts = undoClasses
    .map((name) => ({ name, count: undo.counters[name] }))
    .filter(({ name, count }) => count > 0 || name === 'removed')
    .map(({ name, count }) => `  ${grouped(count).padStart(13)}  ${meanings[name]}`)
  const left = undoClasses.find((name) => name.startsWith('left_') && undo.counters[name] > 0)
  const more =
    left === undefined
      ? ''
      : `\nWho was left alone:\n  ${curlOf(serverUrl, `subscriber_imports/${id}/undo/logs/${left}`)}`
  return `The undo of import ${id} ${undo.state}:${reason}\n${counts.join('\n')}${more}`
}
