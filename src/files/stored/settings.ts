import { z } from 'zod'
import type { Storage } from '../open-spool.ts'
import { parseObjectStorage } from './object-storage.ts'

/** Credentials are what clients of S3 find by themselves: AWS_ACCESS_KEY_ID and its like, or the role of the machine. */
export const storageUrl = z
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
