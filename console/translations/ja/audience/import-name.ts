import type { JobType } from '../../../../src/contract/jobs/list.ts'
import { jsonFileName } from '../../../../src/contract/imports/states.ts'

export const pastedText: string = '貼り付けたテキスト'

/** What an import is called where only its name is known: that of its file, or its address. */
export function importName(name: string): string {
  return name === jsonFileName || name === '' ? pastedText : name
}

/** Of an import, an export, a bulk change or a campaign. */
export function jobName(kind: JobType, name: string): string {
  return kind === 'SubscriberImport' || kind === 'SubscriberImportUndo' ? importName(name) : name
}
