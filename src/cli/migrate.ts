import { Command } from 'commander'
import { readConfig } from '../server/config.ts'
import type { DatabaseUrls } from '../database/embedded/start.ts'
import { migrate } from '../database/migrate.ts'
import { withDatabaseUrl } from './database-url.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .summary('bring the database up to date')
    .description(
      'Brings the database up to date. A server does so when it starts; this is for those who want it done before.',
    )
    .action(async () => {
      const migrated = ({ ownerUrl }: DatabaseUrls) => migrate(ownerUrl, { log: console.log })
      const applied = await withDatabaseUrl(readConfig(process.env), migrated)
      console.log(applied.length === 0 ? 'Nothing to do.' : 'The database is up to date.')
    })
}
