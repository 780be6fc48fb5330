import { z } from 'zod'

/** The first file of a backup, by which it is recognized, and the last one, without which it is cut off. */
export const names = { head: 'quiver-backup.json', end: 'complete.json' } as const

/** Of DATA_DIR. `postgres` is put into place last: a server that finds it finds the rest, too. */
export const parts = ['secret_key', 'directory_id', 'spool', 'uploads', 'postgres'] as const

export const headSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  created_at: z.iso.datetime(),
  has_secret: z.boolean(),
})
export type Head = z.output<typeof headSchema>

export const endSchema = z.object({ files: z.int() })
