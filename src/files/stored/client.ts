import { randomBytes } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Lookup } from '../../outbound/names/addresses.ts'
import { lookUpForSockets } from '../../outbound/names/for-sockets.ts'
import { count } from '../../work/counts.ts'
import { DamagedFile, StorageAway } from '../storage.ts'
import { placeOfObjects, type ObjectStorage } from './object-storage.ts'

/** Keys are below the prefix. All throw StorageAway if the storage does not answer, or refuses, at several attempts. */
export type ObjectClient = {
  put: (key: string, bytes: Buffer) => Promise<void>
  /**
   * @returns null if there is no such object.
   * @throws DamagedFile if it has another size, after several attempts, or if others can be read and this one is denied.
   */
  get: (key: string, sizeBytes: number) => Promise<Buffer | null>
  /** Also if there is no such object. Less patient than the others, because the upkeep waits for it and repeats it. */
  remove: (key: string, stop?: AbortSignal) => Promise<void>
}

export type Patience = {
  connectMs: number
  /** Without a byte. */
  idleMs: number
  /** All attempts together. An object that was announced has an hour (store/server/spool/objects.ts). */
  requestMs: number
  /** The pauses between them are about 0.1 s, 0.2 s, …; after SlowDown 0.5 s, 1 s, … */
  attemptsMax: number
}

const removeMsMax = 5_000

const usualPatience: Patience = { connectMs: 5_000, idleMs: 20_000, requestMs: 60_000, attemptsMax: 5 }

type Library = typeof import('@aws-sdk/client-s3')
type Opened = { library: Library; client: S3Client }

/** Connects, and loads its library, at the first request. */
export function createObjectClient(
  storage: ObjectStorage,
  patience = usualPatience,
  names?: Lookup,
): ObjectClient {
  let opened: Promise<Opened> | undefined
  const open = () => (opened ??= openClient(storage, patience, names))
  const named = (key: string) => ({
    Bucket: storage.bucket,
    Key: storage.prefix === '' ? key : `${storage.prefix}/${key}`,
  })
  const request = async <Result>(
    operation: 'put' | 'get' | 'delete',
    send: (opened: Opened, abortSignal: AbortSignal) => Promise<Result>,
    abortSignal = AbortSignal.timeout(patience.requestMs),
  ) => {
    try {
      const result = await send(await open(), abortSignal)
      count('storage_requests', { operation, outcome: 'done' })
      return result
    } catch (error) {
      count('storage_requests', { operation, outcome: 'failed' })
      throw error instanceof DamagedFile ? error : awayOf(storage, error)
    }
  }
  const put: ObjectClient['put'] = (key, bytes) =>
    request('put', async ({ library, client }, abortSignal) => {
      const input = { ...named(key), Body: bytes, ContentLength: bytes.length }
      await client.send(new library.PutObjectCommand(input), { abortSignal })
    })
  const get: ObjectClient['get'] = (key, sizeBytes) =>
    request('get', async (opened, abortSignal) => {
      for (let attempts = 1; ; attempts += 1) {
        const found = await readOnce(opened, named(key), { sizeBytes, abortSignal })
        if (found === null || Buffer.isBuffer(found)) return found
        if (attempts === patience.attemptsMax || abortSignal.aborted) throw found.cause
      }
    })
  const remove: ObjectClient['remove'] = (key, stop) => {
    const limit = AbortSignal.timeout(Math.min(patience.requestMs, removeMsMax))
    return request(
      'delete',
      async ({ library, client }, abortSignal) => {
        await client.send(new library.DeleteObjectCommand(named(key)), { abortSignal })
      },
      stop === undefined ? limit : AbortSignal.any([limit, stop]),
    )
  }
  const simple = { put, get, remove }
  return {
    ...simple,
    get: (key, sizeBytes) =>
      get(key, sizeBytes).catch(async (error: unknown) => {
        if (isDenied(error) && (await returnsWhatIsStored(simple))) throw deniedAlone(key)
        throw error
      }),
  }
}

/** Without the right to list, a storage denies objects that do not exist, as if all were denied. */
function isDenied(error: unknown): boolean {
  return error instanceof StorageAway && codeOf(error.cause) === 'AccessDenied'
}

function deniedAlone(key: string): DamagedFile {
  return new DamagedFile(
    `The object ${key} is missing, or the storage denies access to it alone: it returns others (AccessDenied).`,
  )
}

/** Writes, reads and deletes an object. */
async function returnsWhatIsStored(client: ObjectClient): Promise<boolean> {
  const key = `check/${randomBytes(16).toString('hex')}`
  const bytes = Buffer.from('Quiver writes, reads and deletes this object to see whether it may.\n')
  await client.put(key, bytes)
  const found = await client.get(key, bytes.length)
  await client.remove(key)
  return found?.equals(bytes) === true
}

async function openClient(
  storage: ObjectStorage,
  { connectMs, idleMs, attemptsMax }: Patience,
  names?: Lookup,
): Promise<Opened> {
  const library = await import('@aws-sdk/client-s3')
  const { endpoint, region, pathStyle, credentials } = storage
  // By the settings: what only the system knows of names counts, too.
  const lookup = lookUpForSockets({ isOperators: true }, names)
  const client = new library.S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: attemptsMax,
    // Not every storage knows the newer checksums. The signature covers a hash of the bytes, and chunks have their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: idleMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
      httpAgent: { lookup },
      httpsAgent: { lookup },
    },
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
  })
  return { library, client }
}

type Reading = { sizeBytes: number; abortSignal: AbortSignal }

/** The client repeats requests, but not an answer whose body broke off. @returns `cause` of a broken one. */
async function readOnce(
  { library, client }: Opened,
  named: { Bucket: string; Key: string },
  { sizeBytes, abortSignal }: Reading,
): Promise<Buffer | null | { cause: unknown }> {
  const command = new library.GetObjectCommand(named)
  const answer = await client.send(command, { abortSignal }).catch((error: unknown) => {
    if (error instanceof library.NoSuchKey) return null
    throw error
  })
  if (answer === null) return null
  if (!(answer.Body instanceof Readable)) return { cause: new Error('the answer has no body') }
  const body = addAbortSignal(abortSignal, answer.Body)
  const wrongSize = {
    cause: new DamagedFile(`The object ${named.Key} does not have its ${sizeBytes} bytes.`),
  }
  try {
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > sizeBytes) return wrongSize
    }
    return bytes === sizeBytes ? Buffer.concat(pieces) : wrongSize
  } catch (cause) {
    return { cause }
  } finally {
    body.destroy()
  }
}

const refusals: Record<string, string> = {
  AccessDenied: 'allow its credentials to get, put and delete objects below the prefix',
  AllAccessDisabled: 'allow its credentials to get, put and delete objects below the prefix',
  AuthorizationHeaderMalformed: 'check the region in STORAGE_URL',
  CredentialsProviderError: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  ExpiredToken: 'set a new AWS_SESSION_TOKEN',
  InvalidAccessKeyId: 'check AWS_ACCESS_KEY_ID',
  InvalidBucketName: 'check the name of the bucket in STORAGE_URL',
  InvalidToken: 'check AWS_SESSION_TOKEN',
  NoSuchBucket: 'create the bucket, or check its name in STORAGE_URL',
  PermanentRedirect: 'check the region in STORAGE_URL',
  RequestTimeTooSkewed: 'set the clock of this machine',
  SignatureDoesNotMatch: 'check AWS_SECRET_ACCESS_KEY',
}

function awayOf(storage: ObjectStorage, error: unknown): StorageAway {
  const code = codeOf(error)
  const help = refusals[code]
  const where = `${placeOfObjects(storage)}${storage.endpoint === undefined ? '' : ` at ${storage.endpoint}`}`
  const sentence =
    help === undefined
      ? `The storage ${where} cannot be used (${code}).`
      : `The storage ${where} refuses (${code}): ${help}.`
  return Object.assign(new StorageAway(sentence, { cause: error }), { isRefusal: help !== undefined })
}

/** A name of the storage's own, or of Node. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const nodeCode = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return error.name === 'Error' ? (nodeCode ?? error.message) : error.name
}

/** Writes, reads and deletes an object. @returns null if that works; otherwise a sentence, and whether it can never work. */
export async function checkObjectStorage(
  storage: ObjectStorage,
): Promise<{ sentence: string; isRefusal: boolean } | null> {
  const client = createObjectClient(storage, {
    ...usualPatience,
    idleMs: 5_000,
    requestMs: 10_000,
    attemptsMax: 3,
  })
  try {
    if (await returnsWhatIsStored(client)) return null
    return {
      sentence: `The storage ${placeOfObjects(storage)} does not return what was stored.`,
      isRefusal: true,
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { sentence: error.message, isRefusal: 'isRefusal' in error && error.isRefusal === true }
  }
}
