import { Command } from 'commander'
import { BadConfiguration, readConfig } from '../server/config.ts'
import { withDatabaseUrl } from './database-url.ts'

export function rotateSecretCommand(): Command {
  return new Command('rotate-secret')
    .summary('replace the server secret')
    .description(
      'Replaces the server secret while the server runs: API keys, sessions and links in sent messages stay valid, and everything stored is sealed again. If the secret comes from SECRET_KEY, give the new one as NEW_SECRET_KEY. If the command is interrupted, run it again.',
    )
    .option('--finish', 'with the new SECRET_KEY set everywhere: the former one opens nothing from now on')
    .action(async ({ finish }: { finish?: true }) => {
      const { finishRotation, rotateSecret, withOwnDatabase } = await import('../server/secret/rotate.ts')
      const config = readConfig(process.env)
      const newSecret = newSecretOf(process.env)
      const sentence = await withDatabaseUrl(config, ({ url }) =>
        withOwnDatabase(url, async (database) => {
          if (finish === true) {
            await finishRotation(database, config)
            return finished
          }
          const { isFormerValid } = await rotateSecret(database, { config, newSecret, say: console.log })
          return isFormerValid ? doneForNow : done
        }),
      )
      console.log(sentence)
    })
}

function newSecretOf({ NEW_SECRET_KEY: given }: NodeJS.ProcessEnv): string | undefined {
  if (given === undefined || given === '') return undefined
  if (given.length < 32) throw new BadConfiguration(['NEW_SECRET_KEY must be at least 32 characters long'])
  return given
}

const done =
  'Done. The file secret_key in DATA_DIR has a new secret: copy it to where you keep its backup. No restart is needed.'

const doneForNow =
  'Done. Set SECRET_KEY to the new secret for every process and restart them when it suits. Then run quiver rotate-secret --finish with the new SECRET_KEY: until then the former one opens the keys, too.'

const finished = 'Only this secret opens the keys of the server from now on.'
