import { Command } from 'commander'
import { readConfig } from '../server/config.ts'
import { withDatabaseUrl } from './database-url.ts'

export function confirmCopyCommand(): Command {
  return new Command('confirm-copy')
    .summary('let a restored copy send')
    .description(
      'A server with a restored copy of a database sends nothing until you confirm that it replaces the original. ' +
        'Campaigns that were due more than an hour ago stay paused; resume those that the original did not send.',
    )
    .action(async () => {
      const { confirmCopy } = await import('../server/restored-copy.ts')
      const { confirmed, paused } = await withDatabaseUrl(readConfig(process.env), ({ url }) =>
        confirmCopy(url),
      )
      if (!confirmed) console.log('This server is not held: there is nothing to confirm.')
      else console.log(`This server sends from now on. Campaigns that stay paused: ${paused}.`)
    })
}
