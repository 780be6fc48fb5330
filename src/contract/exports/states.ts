/** Diagram in docs/lifecycles.md. */
export const exportStates = ['scheduled', 'exporting', 'finished', 'failed', 'cancelled'] as const

export type ExportState = (typeof exportStates)[number]

/** The database enforces the same table (migrations/030, job_may_become). */
export const mayBecome: Record<ExportState, readonly ExportState[]> = {
  scheduled: ['exporting', 'cancelled'],
  exporting: ['finished', 'failed', 'cancelled'],
  finished: [],
  failed: [],
  cancelled: [],
}

/** After this time the link ends and the file is deleted. */
export const fileDays = 7

/** Of an organization: unfinished ones, and those whose files are kept. */
export const exportsMax = 100

type Named = { id: number; mailing_list_name: string; file_format: { type: string; gzip: boolean } }

/** `Newsletter-12.csv.gz`: letters and digits of the list's name, and the id of the export. */
export function fileNameOf({ id, mailing_list_name: name, file_format: { type, gzip } }: Named): string {
  const words = name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['subscribers']
  return `${words.join('-').slice(0, 80).toWellFormed()}-${id}.${type}${gzip ? '.gz' : ''}`
}
