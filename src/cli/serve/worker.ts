import { Command } from 'commander'
import { version } from '../../server/version.ts'

export function workerCommand(): Command {
  return new Command('worker')
    .summary('run workers only')
    .description(
      'Runs workers until SIGTERM or Ctrl-C, next to a "quiver serve --only http" with the same DATABASE_URL and DATA_DIR.',
    )
    .action(async () => {
      const { runServer } = await import('./run-server.ts')
      await runServer('worker', () =>
        console.log(`Quiver ${version}: the workers are running. Ctrl-C stops them.`),
      )
    })
}
