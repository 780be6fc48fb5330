#!/usr/bin/env -S MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=8
import { Command } from 'commander'
import { version } from '../server/version.ts'
import { adminKeyCommand } from './admin-key.ts'
import { recordBackupCommand } from './backup/record.ts'
import { restoreCommand } from './backup/restore.ts'
import { backupCommand } from './backup/write.ts'
import { confirmCopyCommand } from './confirm-copy.ts'
import { doctorCommand } from './doctor/command.ts'
import { exportCommand } from './export/command.ts'
import { importCommand } from './import/command.ts'
import { listsCommand } from './lists.ts'
import { migrateCommand } from './migrate.ts'
import { tell } from './sentences.ts'
import { rotateSecretCommand } from './rotate-secret.ts'
import { serveCommand } from './serve/command.ts'
import { workerCommand } from './serve/worker.ts'

// A closed pipe (`npm start | head`) must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)

// Commands load their code when they run, so that `quiver --help` does not load the server.
const program = new Command('quiver')
  .description('A self-hosted email-marketing server with an HTTP/JSON API.')
  .version(version)
  .showHelpAfterError('(run with --help to see the options)')
  .addHelpText('after', '\nEnvironment variables configure the server; docs/settings.md lists them.')

const commands = [
  serveCommand,
  workerCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  recordBackupCommand,
  confirmCopyCommand,
  adminKeyCommand,
  rotateSecretCommand,
  doctorCommand,
  importCommand,
  exportCommand,
  listsCommand,
]
for (const make of commands) {
  program.addCommand(make().copyInheritedSettings(program))
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(tell(error))
  process.exitCode = 1
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
