import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'

/** Where the file is. */
export type Source =
  | { type: 'upload'; id: number }
  | { type: 'url'; url: string }
  | { type: 'upload_directory'; filename: string }
  | { type: 'failed_rows'; import_id: number }

/** As the address of the wizard has it. */
export function sourceIn(params: URLSearchParams): Source | null {
  const [upload, url, filename, failed] = ['upload', 'url', 'file', 'failed'].map((name) => params.get(name))
  if (upload) return { type: 'upload', id: Number(upload) }
  if (url) return { type: 'url', url }
  if (failed) return { type: 'failed_rows', import_id: Number(failed) }
  return filename ? { type: 'upload_directory', filename } : null
}

/** The address of the wizard with this file, at its columns. */
export function paramsOf({ listId, source }: { listId: number; source: Source }): URLSearchParams {
  const params = new URLSearchParams({ list: String(listId) })
  if (source.type === 'upload') params.set('upload', String(source.id))
  else if (source.type === 'url') params.set('url', source.url)
  else if (source.type === 'failed_rows') params.set('failed', String(source.import_id))
  else params.set('file', source.filename)
  params.set('step', 'columns')
  return params
}

/** null: the file cannot be read a second time. */
export function sourceOf({
  file_source: { type, id, url, filename, import_id: importId },
}: ImportRecord): Source | null {
  if (type === 'upload' && id !== undefined) return { type, id }
  if (type === 'url' && url !== null) return { type, url }
  if (type === 'failed_rows' && importId !== undefined) return { type, import_id: importId }
  return type === 'upload_directory' && filename !== null ? { type, filename } : null
}
