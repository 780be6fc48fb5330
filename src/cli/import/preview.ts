import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/api/errors.ts'
import type { Inspection } from '../../contract/imports/inspection.ts'
import type { ListRules } from '../../contract/imports/plan.ts'
import { createReader } from '../../files/csv/reader.ts'
import { inspect } from '../../files/inspection/inspect.ts'
import type { GivenFormat } from '../../files/inspection/format.ts'
import { readLocalFile } from '../../files/inspection/local-file.ts'

export type LocalFile = { path: string; sizeBytes: number }

type Wanted = { given: GivenFormat; createsFields: boolean }

/** The code that the server inspects files with. @throws Error, a sentence, if the file cannot be imported. */
export async function inspectLocally(
  { path, sizeBytes }: LocalFile,
  list: ListRules,
  wanted: Wanted,
): Promise<Inspection> {
  const handle = await open(path)
  try {
    const read = await readLocalFile({ handle, sizeBytes })
    return inspect({ ...read, filename: basename(path), ...wanted }, list)
  } catch (error) {
    throw error instanceof AppError ? new Error(sentence(error.message)) : error
  } finally {
    await handle.close()
  }
}

/** The options of the command are called otherwise than those of the API. */
function sentence(message: string): string {
  return message.replace('name another csv_field_enclosure', 'set it with --enclosure')
}

/** A workbook or an archive: the server unpacks it, so it has to be there before it is inspected. */
export async function isPacked(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    const hex = buffer.toString('hex')
    return hex.startsWith('504b0304') || hex.startsWith('1f8b')
  } finally {
    await handle.close()
  }
}

/** @throws Error, a sentence, for what is no file. */
export async function findFile(path: string): Promise<LocalFile> {
  const handle = await open(path)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new Error(`${path} is not a regular file.`)
    if (stats.size === 0) throw new Error(`${path} is empty.`)
    return { path, sizeBytes: stats.size }
  } finally {
    await handle.close()
  }
}

/** Parses a line from the command line: `email,"Name, first",`. */
export function readLine(line: string): string[] {
  let row: string[] = []
  const reader = createReader({ separator: ',', enclosure: '"', characterSet: 'UTF-8' }, (cells) => {
    row = [...cells]
  })
  reader.push(Buffer.from(line))
  reader.end()
  return row
}
