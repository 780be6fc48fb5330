import { Command } from 'commander'
import { configuredUrls, readConfig } from '../../server/config.ts'
import { withDatabaseUrl } from '../database-url.ts'

type Options = { secret: boolean; uploads: boolean }

export function backupCommand(): Command {
  return new Command('backup')
    .summary('copy DATA_DIR with the embedded database into one file')
    .description(
      'Writes the embedded database, the files of imports and exports, the upload directory and the server secret into one file, while the server runs or not. Restore it with quiver restore.',
    )
    .argument('<file>', 'a new file, or - for standard output')
    .option('--no-secret', 'leave the server secret out, if you keep it apart')
    .option('--no-uploads', 'leave the upload directory out')
    .action(async (file: string, { secret, uploads }: Options) => {
      const config = readConfig(process.env)
      if (configuredUrls(config) !== undefined) throw new Error(notEmbedded)
      const { checkDatabaseIsThere, writeBackup } = await import('../../server/backup/write.ts')
      await checkDatabaseIsThere(config.dataDir)
      const options = { file, withSecret: secret, withUploads: uploads }
      const { recordBackup } = await import('../../server/backup/record.ts')
      const { sizeBytes, hasSecret, isRecorded } = await withDatabaseUrl(config, async (urls) => {
        const backup = await writeBackup(config, urls, options)
        // The backup counts, whatever prevents the record of it.
        const isRecorded = await recordBackup(urls.url).then(
          () => true,
          () => false,
        )
        return { ...backup, isRecorded }
      })
      const size = sizeBytes === null ? '' : ` (${(sizeBytes / 1_048_576).toFixed(1)} MB)`
      // Standard output may be the backup.
      console.error(`The backup is complete${size}. ${hasSecret ? withSecret : withoutSecret}`)
      if (!isRecorded) console.error(unrecorded)
    })
}

const notEmbedded =
  'DATABASE_URL names a PostgreSQL server, and this command copies the embedded one. Use pg_dump: see "Backups" in docs/operating.md.'

const unrecorded =
  'The database could not record it, so quiver doctor shows an earlier backup. Start the server once, so that its tables are up to date.'

const withSecret = 'It contains the server secret: keep it where only you can read it.'

const withoutSecret = 'It does not contain the server secret, without which it is of no use: keep that, too.'
