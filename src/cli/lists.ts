import { Command } from 'commander'
import { createClient } from '../client/api.ts'
import { listMailingLists, type MailingList } from '../contract/lists/endpoints.ts'
import { readCredential, serverOptions, type ServerOptions } from './connection.ts'
import { everyPage } from './import/list.ts'
import { tableOf } from './import/terminal.ts'

export function listsCommand(): Command {
  const command = new Command('lists')
    .summary('show the mailing lists of the organization')
    .description('Shows id and name of each mailing list. Other commands take either of them.')
  for (const option of serverOptions()) command.addOption(option)
  return command.action(async ({ url, key }: ServerOptions) => {
    const { credential } = readCredential(key)
    const client = createClient({ url, credential })
    const rows: string[][] = []
    for await (const { id, name } of everyPage<MailingList>((query) =>
      client.call(listMailingLists, { query }),
    )) {
      rows.push([String(id), name])
    }
    console.log(
      rows.length === 0 ? 'There are no mailing lists yet.' : tableOf([['Id', 'Name'], ...rows], 80),
    )
  })
}
