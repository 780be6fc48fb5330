import { Command } from 'commander'
import { readConfig } from '../../server/config.ts'
import { withDatabaseUrl } from '../database-url.ts'

export function recordBackupCommand(): Command {
  return new Command('record-backup')
    .summary('record that a backup by another program has ended')
    .description(
      'Call it after pg_dump, pgBackRest or another program has made a backup. quiver backup records its own. The age of the last backup is in quiver doctor, on the health page and in /metrics.',
    )
    .action(async () => {
      const { recordBackup } = await import('../../server/backup/record.ts')
      await withDatabaseUrl(readConfig(process.env), ({ url }) => recordBackup(url))
      console.log('The backup is recorded.')
    })
}
