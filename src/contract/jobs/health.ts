import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'

/** What waits, from what users see first to what they see last. */
export const queueNames = [
  'imports',
  'exports',
  'bulk_changes',
  'messages',
  'campaigns',
  'autoresponders',
  'webhooks',
  'system_mails',
] as const
export type QueueName = (typeof queueNames)[number]

/** Counting ends here: a look at a busy server must not cost much. */
export const queueCountMax = 10_000

export const processParts = ['server', 'worker', 'mail'] as const

const time = z.iso.datetime({ offset: true })

export const healthSchema = z
  .object({
    version: z.string().meta({ description: 'The version of Quiver that answers.' }),
    checked_at: time.meta({ description: 'When the server looked, by the clock of the database.' }),
    warnings: z
      .array(z.string())
      .meta({ description: 'What an operator should attend to, in sentences; /readyz has their names.' }),
    processes: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The host, the process id and, of a thread, its number.' }),
          part: z.enum(processParts).meta({
            description: 'server: the API. worker: imports only. mail: the thread that sends and receives.',
          }),
          imports: z.boolean().meta({ description: 'Whether it runs imports.' }),
          seen_at: time.meta({ description: 'When it reported itself last; it does so every 20 seconds.' }),
          running: z.boolean().meta({ description: 'Whether it reported itself within the last minute.' }),
        }),
      )
      .meta({ description: 'The processes and threads of the last day, those that run first; at most 100.' }),
    import_workers: z.int().meta({ description: 'The number of workers that are connected now.' }),
    queues: z
      .array(
        z.object({
          name: z.enum(queueNames),
          waiting: z.int().meta({
            description: `What is due and has not begun, counted to ${queueCountMax}. Messages of autoresponders, events of webhooks.`,
          }),
          running: z
            .int()
            .nullable()
            .meta({
              description: `What is being worked on, counted to ${queueCountMax}. null: it is not counted.`,
            }),
          oldest_due_at: time.nullable().meta({
            description: 'Since when the oldest of those that wait has been due. null: none waits.',
          }),
        }),
      )
      .meta({ description: 'What waits in all organizations.' }),
    disk: z
      .object({
        free_bytes: z.int().meta({ description: 'Free on the disk of DATA_DIR.' }),
        total_bytes: z.int().meta({ description: 'The size of that disk.' }),
        spool_bytes: z.int().meta({
          description:
            'The files of imports, exports and uploads in DATA_DIR, of which at most 10,000 are counted, or in the database or an S3 storage (STORAGE_URL).',
        }),
      })
      .meta({ description: 'The disk of the process that answers.' }),
    last_backup_at: time.nullable().meta({
      description:
        'When the last backup ended that was recorded by quiver backup or quiver record-backup. null: none.',
    }),
    database: z.object({
      version: z.string().meta({ description: 'The version of PostgreSQL.' }),
      size_bytes: z.int(),
      connections: z.int(),
      connections_max: z.int(),
      oldest_transaction_seconds: z.number().meta({
        description:
          'How long the oldest transaction has been running. A long one keeps dead rows from being removed.',
      }),
    }),
  })
  .meta({ id: 'Health' })

export type Health = z.output<typeof healthSchema>

export const showHealth = endpoint({
  id: 'showHealth',
  tag: 'Jobs',
  role: 'system_admin',
  method: 'GET',
  path: 'health',
  summary:
    'Show the processes, queues, disk and database of the server; for probes there are /healthz and /readyz',
  paged: 'none',
  data: healthSchema,
})
