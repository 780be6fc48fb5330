import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../server/config.ts'
import type { DatabaseUrls } from '../database/address.ts'
import { migrate } from '../database/migrate.ts'
import { distribute } from '../database/sharding/distribute.ts'
import { withDatabaseUrl } from './database-url.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .summary('bring the database up to date')
    .description(
      'Brings the database up to date. The server also does this when it starts; use the command to do it earlier.',
    )
    .option(
      '--distribute',
      'an experiment, not for production: then spread the tables over the workers of a Citus cluster, by organization (docs/scaling.md)',
    )
    .option('--shards <count>', 'of each table that is distributed', shardCount)
    .action(async (options: { distribute?: boolean; shards?: number }) => {
      const { shards } = options
      await withDatabaseUrl(readConfig(process.env), async ({ ownerUrl }: DatabaseUrls) => {
        const applied = await migrate(ownerUrl, { log: console.log, warn: console.log })
        console.log(
          applied.length === 0 ? 'The database was already up to date.' : 'The database is up to date.',
        )
        if (options.distribute !== true) return
        const { tables, foreignKeys } = await distribute(ownerUrl, {
          log: console.log,
          ...(shards === undefined ? {} : { shards }),
        })
        console.log(
          tables.length === 0
            ? 'All tables were already distributed.'
            : `${tables.length} tables are distributed, with ${foreignKeys} foreign keys between them.`,
        )
      })
    })
}

function shardCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 9999.')
  return Number(text)
}
