import { Command } from 'commander'
import { readConfig } from '../server/config.ts'
import { confirmCopy } from '../server/restored-copy.ts'
import { withDatabaseUrl } from './database-url.ts'

export function confirmCopyCommand(): Command {
  return new Command('confirm-copy')
    .summary('let a restored copy send')
    .description(
      'A server whose database was restored somewhere else sends nothing until you say that this is the server that ' +
        'sends, and that the other one does not. Campaigns that were due more than an hour ago stay paused; resume ' +
        'those that were not sent.',
    )
    .action(async () => {
      const { confirmed, paused } = await withDatabaseUrl(readConfig(process.env), ({ url }) =>
        confirmCopy(url),
      )
      if (!confirmed) console.log('Nothing is held.')
      else console.log(`This server sends now. Campaigns that stay paused: ${paused}.`)
    })
}
