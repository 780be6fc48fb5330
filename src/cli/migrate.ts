import { Command } from 'commander'
import { readConfig } from '../server/config.ts'
import type { DatabaseUrls } from '../database/address.ts'
import { migrate } from '../database/migrate.ts'
import { withDatabaseUrl } from './database-url.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .summary('bring the database up to date')
    .description(
      'Brings the database up to date. The server also does this when it starts; use the command to do it earlier.',
    )
    .action(async () => {
      const migrated = ({ ownerUrl }: DatabaseUrls) => migrate(ownerUrl, { log: console.log })
      const applied = await withDatabaseUrl(readConfig(process.env), migrated)
      console.log(
        applied.length === 0 ? 'The database was already up to date.' : 'The database is up to date.',
      )
    })
}
