import { Command, Option } from 'commander'
import { version } from '../../server/version.ts'
import { firstSteps } from './first-steps.ts'

export function serveCommand(): Command {
  return new Command('serve')
    .summary('run the API and its workers')
    .description('Runs the API and the workers in one process until SIGTERM or Ctrl-C.')
    .addOption(new Option('--only <part>', 'run the API without workers').choices(['http']))
    .action(async ({ only }: { only?: 'http' }) => {
      const { runServer } = await import('./run-server.ts')
      await runServer(only ?? 'all', ({ address, firstKey, setUpUrl, mailboxUrl }) => {
        console.log(firstSteps({ version, url: address ?? '', firstKey, setUpUrl, mailboxUrl }))
      })
    })
}
