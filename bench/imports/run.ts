import { setTimeout as pause } from 'node:timers/promises'
import type { createClient } from '../../src/client/api.ts'
import { createSubscriberImport, showSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import { columnMapping } from '../data.ts'

export type Client = ReturnType<typeof createClient>

export type Run = {
  seconds: number
  splitSeconds: number
  records: number
  counts: object
  /** Seconds and rows. */
  progress: [number, number][]
}

/** @param source the name of a file of the upload directory, or an upload. */
export async function runImport(
  client: Client,
  listId: number,
  source: string | { type: 'upload'; id: number },
  settings: { keep_for_undo?: boolean } = {},
): Promise<Run & { id: number }> {
  const startMs = performance.now()
  const seconds = () => (performance.now() - startMs) / 1000
  const { data } = await client.call(createSubscriberImport, {
    params: { mailing_list_id: listId },
    body: {
      column_mapping: columnMapping,
      overwrite: true,
      file_source: typeof source === 'string' ? { type: 'upload_directory', filename: source } : source,
      ...settings,
    },
  })
  const progress: [number, number][] = []
  let splitSeconds = 0
  for (;;) {
    await pause(100)
    const { data: now } = await client.call(showSubscriberImport, { params: { id: data.id } })
    if (splitSeconds === 0 && now.stats.number_of_records !== null) splitSeconds = seconds()
    progress.push([seconds(), now.stats.records_imported])
    if (now.state === 'failed') throw new Error(now.error_message ?? 'failed')
    if (now.state !== 'finished') continue
    const { subscribers: counts, records_imported: records } = now.stats
    return { id: data.id, seconds: seconds(), splitSeconds, records, counts, progress }
  }
}

/** Rows per second of each tenth of the file. The first begins with its first range, so without splitting. */
export function ratesByTenth({ progress, records }: Run): number[] {
  const begun = progress.findLastIndex(([, rows]) => rows === 0)
  // A look that found no new rows says nothing: they come by ranges.
  const steps = progress
    .slice(Math.max(0, begun))
    .filter(([, rows], index, all) => index === 0 || rows !== all[index - 1]?.[1])
  /** Between two looks that found new ones, rows come evenly. */
  const secondsAt = (rows: number) => {
    const index = Math.max(
      1,
      steps.findIndex(([, imported]) => imported >= rows),
    )
    const [[fromSeconds, fromRows], [toSeconds, toRows]] = [
      steps[index - 1] ?? [0, 0],
      steps[index] ?? [0, 1],
    ]
    return fromSeconds + ((toSeconds - fromSeconds) * (rows - fromRows)) / Math.max(1, toRows - fromRows)
  }
  const tenth = records / 10
  return Array.from(
    { length: 10 },
    (_, index) => tenth / (secondsAt(tenth * (index + 1)) - secondsAt(tenth * index)),
  )
}
