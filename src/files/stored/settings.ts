import { z } from 'zod'
import type { Storage } from '../open-spool.ts'
import { parseObjectStorage } from './object-storage.ts'

const storageUrl = z
  .string()
  .regex(
    /^(database:$|s3:\/\/)/,
    'must be database:, or s3://…, or not be set, so that files are in DATA_DIR',
  )
  .optional()
  .transform((url, context): Storage => {
    if (url === undefined) return 'disk'
    if (!url.startsWith('s3:')) return 'database'
    const parsed = parseObjectStorage(url)
    if (typeof parsed !== 'string') return parsed
    context.addIssue(parsed)
    return z.NEVER
  })

/** Those with AWS in their names are what all clients of S3 read. */
export const storageVariables = {
  STORAGE_URL: storageUrl,
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
}

type Values = {
  STORAGE_URL: Storage
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
}

export function hasBothKeys({ STORAGE_URL: storage, ...keys }: Values): boolean {
  if (typeof storage === 'string') return true
  return (keys.AWS_ACCESS_KEY_ID === undefined) === (keys.AWS_SECRET_ACCESS_KEY === undefined)
}

export const oneKey = {
  path: ['AWS_SECRET_ACCESS_KEY'],
  error: 'must be set if AWS_ACCESS_KEY_ID is, and only then',
}

export function withCredentials({ STORAGE_URL: storage, ...keys }: Values): Storage {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = keys
  if (typeof storage === 'string' || accessKeyId === undefined || secretAccessKey === undefined)
    return storage
  const sessionToken = keys.AWS_SESSION_TOKEN
  return {
    ...storage,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  }
}
