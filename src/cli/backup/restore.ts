import { Command } from 'commander'
import { configuredUrls, readConfig } from '../../server/config.ts'
import { ensureDataDir } from '../../server/first-start.ts'

export function restoreCommand(): Command {
  return new Command('restore')
    .summary('put a backup of quiver backup into an empty DATA_DIR')
    .description(
      'Unpacks a file of quiver backup into DATA_DIR, which must be empty. The restored server answers calls but sends nothing until quiver confirm-copy.',
    )
    .argument('<file>')
    .action(async (file: string) => {
      const config = readConfig(process.env)
      if (configuredUrls(config) !== undefined) throw new Error(notEmbedded)
      await ensureDataDir(config.dataDir)
      const { restoreBackup } = await import('../../server/backup/restore.ts')
      const { created_at, has_secret } = await restoreBackup(file, config.dataDir)
      const hasSecret = has_secret || config.secretKey !== undefined
      console.log(`${config.dataDir} is as the server was on ${created_at}.`)
      if (!hasSecret) console.log(`Put the server secret into ${config.dataDir}/secret_key before the start.`)
      console.log(held)
    })
}

const notEmbedded =
  'DATABASE_URL names a PostgreSQL server, and this command restores the embedded one. Use pg_restore: see "Backups" in docs/operating.md.'

const held =
  'Start the server as usual. It sends nothing, so that a copy repeats nothing, until you run quiver confirm-copy.'
