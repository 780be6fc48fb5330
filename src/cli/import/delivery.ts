import { randomBytes } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, extname, basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import type { importInput } from '../../contract/imports/input.ts'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import { decodeWindows1252 } from '../../files/csv/windows-1252.ts'

type FileSource = z.input<typeof importInput>['file_source']

export type Delivery = {
  source: FileSource
  characterSet: CsvFormat['characterSet']
  note: string
  /** What the user can do after the import. */
  remains: string | undefined
  end: () => Promise<void>
}

export type DeliveryInput = {
  path: string
  sizeBytes: number
  characterSet: CsvFormat['characterSet']
  serverUrl: string
  organizationId: number
  uploadDir: string | undefined
  usualUploadDir: string
}

/** The limit of one request (specification, section 2.1). */
const jsonBytesMax = 10_000_000
/** The default limit of a server. */
const jsonBytesUsual = 32 * 1_048_576
/** The limit for a url (section 2.1). */
const urlBytesMax = 200_000_000

/** @throws Error, a sentence, if the file is too large for every way. */
export async function deliver(input: DeliveryInput): Promise<Delivery> {
  const { sizeBytes, serverUrl, uploadDir } = input
  const isNear = isLoopbackHost(new URL(serverUrl).hostname)
  if (uploadDir !== undefined) return byUpload(input, await checkDirectory(uploadDir))
  if (sizeBytes <= (isNear ? jsonBytesMax : jsonBytesUsual)) return byJson(input)
  if (isNear && (await isWritable(input.usualUploadDir))) return byUpload(input, input.usualUploadDir)
  if (isNear && sizeBytes <= urlBytesMax) return byUrl(input)
  throw new Error(
    `The file is too large to send (${Math.ceil(sizeBytes / 1e6)} MB). If you can write to the server's upload directory, name it with --upload-dir DIR`,
  )
}

async function byJson({ path, characterSet }: DeliveryInput): Promise<Delivery> {
  const bytes = await readFile(path)
  const content = characterSet === 'UTF-8' ? bytes.toString('utf8') : decodeWindows1252(bytes)
  return {
    source: { type: 'json', content, filename: basename(path) },
    // The server stores the request in UTF-8.
    characterSet: 'UTF-8',
    note: 'sent in the request',
    remains: undefined,
    end: async () => {},
  }
}

async function byUpload(
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

async function byUrl({ path, sizeBytes, characterSet }: DeliveryInput): Promise<Delivery> {
  const secret = `/${randomBytes(16).toString('hex')}/${encodeURIComponent(basename(path))}`
  const server = createServer((request, response) => {
    if (request.url !== secret || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': sizeBytes })
    // A server that was interrupted requests the file again.
    pipeline(createReadStream(path, { end: sizeBytes - 1 }), response).catch(() => {})
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    source: { type: 'url', url: `http://127.0.0.1:${port}${secret}` },
    characterSet,
    note: 'downloaded by the server from this command',
    remains: undefined,
    end: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function checkDirectory(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) throw new Error(`The directory ${path} does not exist.`)
  return resolve(path)
}

function isWritable(directory: string): Promise<boolean> {
  return access(directory, constants.W_OK).then(
    () => true,
    () => false,
  )
}
