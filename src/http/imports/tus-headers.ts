import { AppError, badRequest } from '../../contract/api/errors.ts'
import { isStorable } from '../../contract/values/text.ts'
import type { UploadRow } from '../../store/imports/uploads.ts'
import type { AnnouncedUpload } from '../../actions/imports/upload-changes.ts'

type Headers = Record<string, string | string[] | undefined>

export const tusVersion = '1.0.0'

/** What a client may use beside the core of the protocol. */
export function capabilities(bytesMax: number): Record<string, string> {
  return {
    'tus-resumable': tusVersion,
    'tus-version': tusVersion,
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
    'tus-max-size': String(bytesMax),
  }
}

/** Without the header, the request counts as one of the only version, for commands written by hand. */
export function requireVersion(headers: Headers): void {
  const version = headers['tus-resumable']
  if (version === undefined || version === tusVersion) return
  throw new AppError('invalid_request', `Tus-Resumable must be ${tusVersion}`, {
    status: 412,
    headers: { 'tus-version': tusVersion },
  })
}

/** @throws AppError `invalid_request`. */
export function readAnnouncement(headers: Headers): AnnouncedUpload {
  if (headers['upload-defer-length'] !== undefined) {
    throw badRequest(
      'Upload-Defer-Length is not supported: send Upload-Length, the number of bytes of the file',
    )
  }
  const sizeBytes = readNumber(headers, 'upload-length')
  return { filename: readFilename(headers['upload-metadata']), sizeBytes }
}

/** @throws AppError `invalid_request`. */
export function readNumber(headers: Headers, name: 'upload-length' | 'upload-offset'): number {
  const number = Number(String(headers[name] ?? '').match(/^\d{1,16}$/)?.[0] ?? Number.NaN)
  if (Number.isSafeInteger(number)) return number
  const shown = name === 'upload-length' ? 'Upload-Length' : 'Upload-Offset'
  throw badRequest(`${shown} must be given: a number of bytes`)
}

/** Upload-Metadata is a list of keys, each with a value in Base64: `filename bGlzdC5jc3Y=,filetype dGV4dC9jc3Y=`. */
function readFilename(metadata: string | string[] | undefined): string {
  const pairs = String(metadata ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
  const encoded = ['filename', 'name']
    .map((key) => pairs.find(([name]) => name === key)?.[1])
    .find((value) => value !== undefined)
  if (encoded === undefined) return 'upload'
  const name = Buffer.from(encoded, 'base64').toString('utf8')
  if (!isStorable(name) || name.includes('\ufffd')) {
    throw badRequest('the filename in Upload-Metadata must be UTF-8 in Base64')
  }
  // Browsers on some systems send a path.
  return (
    name
      .replaceAll(/^.*[/\\]|\p{Cc}/gsu, '')
      .slice(0, 255)
      // Half of a character that was cut.
      .replace(/\p{Cs}$/u, '') || 'upload'
  )
}

export function stateHeaders(upload: UploadRow): Record<string, string> {
  return {
    'tus-resumable': tusVersion,
    'upload-offset': String(upload.offset_bytes),
    ...(upload.expires_at === null ? {} : { 'upload-expires': upload.expires_at.toUTCString() }),
  }
}

export function descriptionHeaders(upload: UploadRow): Record<string, string> {
  return {
    ...stateHeaders(upload),
    'upload-length': String(upload.size_bytes),
    'upload-metadata': `filename ${Buffer.from(upload.filename).toString('base64')}`,
  }
}
