import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, extname, basename, join, resolve } from 'node:path'
import type { z } from 'zod'
import type { fileSourceInput } from '../../contract/imports/input.ts'
import { decodeWindows1252 } from '../../files/csv/windows-1252.ts'
import type { CharacterSet } from '../../files/inspection/character-sets/encoding.ts'
import { createTranscoder } from '../../files/unpacking/code-pages.ts'
import { upload } from './upload.ts'

type FileSource = z.input<typeof fileSourceInput>

export type Delivery = {
  source: FileSource
  characterSet: CharacterSet
  note: string
  /** What the user can do after the import. */
  remains: string | undefined
  end: () => Promise<void>
}

export type DeliveryInput = {
  path: string
  sizeBytes: number
  characterSet: CharacterSet
  /** Whether the server has to unpack it. */
  isPacked: boolean
  serverUrl: string
  credential: string
  organizationId: number
  uploadDir: string | undefined
  show?: (sentBytes: number, sizeBytes: number) => void
}

/** The limit of one request (specification, section 2.1). */
const jsonBytesMax = 10_000_000

/** @throws Error, a sentence, if the upload directory does not exist or the server takes no such file. */
export async function deliver(input: DeliveryInput): Promise<Delivery> {
  const { sizeBytes, uploadDir, isPacked } = input
  if (uploadDir !== undefined) return byDirectory(input, await checkDirectory(uploadDir))
  return sizeBytes <= jsonBytesMax && !isPacked ? byJson(input) : byUpload(input)
}

async function byJson({ path, characterSet }: DeliveryInput): Promise<Delivery> {
  const bytes = await readFile(path)
  const content = contentOf(bytes, characterSet)
  return {
    source: { type: 'json', content, filename: basename(path) },
    // The server stores the request in UTF-8.
    characterSet: 'UTF-8',
    note: 'sent in the request',
    remains: undefined,
    end: async () => {},
  }
}

function contentOf(bytes: Buffer, characterSet: CharacterSet): string {
  if (characterSet === 'UTF-8') return bytes.toString('utf8')
  if (characterSet === 'windows-1252') return decodeWindows1252(bytes)
  const transcoder = createTranscoder(characterSet)
  return transcoder.push(bytes).toString() + transcoder.end().toString()
}

async function byDirectory(
  { path, characterSet, organizationId }: DeliveryInput,
  uploadDir: string,
): Promise<Delivery> {
  const directory = join(uploadDir, String(organizationId))
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const real = await realpath(path)
  if (dirname(real) === (await realpath(directory))) {
    const source = { type: 'upload_directory', filename: basename(real) } as const
    const note = 'read from the upload directory'
    return { source, characterSet, note, remains: undefined, end: async () => {} }
  }
  const filename = `${plain(basename(path, extname(path)))}-${randomBytes(4).toString('hex')}${plain(extname(path))}`
  const copy = join(directory, filename)
  // Not a hard link: the server refuses files with a second name, which may be anywhere.
  await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  return {
    source: { type: 'upload_directory', filename },
    characterSet,
    note: `copied to ${directory}`,
    remains: `delete the copy ${copy}`,
    end: () => rm(copy, { force: true }),
  }
}

function plain(name: string): string {
  return name.replace(/[^\w.-]+/g, '_').slice(0, 80)
}

async function byUpload(input: DeliveryInput): Promise<Delivery> {
  const id = await upload(input, (offset) => input.show?.(offset, input.sizeBytes))
  return {
    source: { type: 'upload', id },
    characterSet: input.characterSet,
    note: `upload ${id}`,
    // Purged by the server a day after its last use.
    remains: undefined,
    end: async () => {},
  }
}

async function checkDirectory(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) throw new Error(`The directory ${path} does not exist.`)
  return resolve(path)
}
