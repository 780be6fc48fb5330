import { Command } from 'commander'
import { mounts } from '../contract/api/endpoint.ts'
import { readConfig } from '../server/config.ts'
import { withDatabaseUrl } from './database-url.ts'

export function adminKeyCommand(): Command {
  return new Command('admin-key')
    .summary('make a new key for the administrator')
    .description(
      'Makes a further system_admin key and prints its credential, for example if the first one was lost. Run it on the machine of the server, with the same settings, whether the server is running or not. The audit log records it.',
    )
    .option('--name <name>', 'the name of the key in lists and in the audit log', 'Made by quiver admin-key')
    .action(async ({ name }: { name: string }) => {
      const { makeAdminKey } = await import('../server/admin-key.ts')
      const config = readConfig(process.env)
      const { id, credential } = await withDatabaseUrl(config, ({ url }) => makeAdminKey(config, url, name))
      console.log(sentences(id, credential, `${config.baseUrl}${mounts[0]}`))
    })
}

function sentences(id: number, credential: string, api: string): string {
  return `The credential of a new system_admin key (id ${id}), shown only once:

  ${credential}

Try it:

  export QUIVER_API_KEY=${credential}
  curl -s -H "Authorization: Basic $QUIVER_API_KEY" ${api}/api_keys

Delete the keys that are no longer needed: DELETE ${api}/api_keys/:id`
}
