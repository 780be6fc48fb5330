import { Command, Option } from 'commander'
import { subscriberStatuses } from '../../contract/imports/states.ts'
import { exportFormats } from '../../contract/exports/input.ts'
import { serverOptions } from '../connection.ts'
import type { ExportOptions } from './run.ts'

export function exportCommand(): Command {
  const command = new Command('export')
    .summary('export the subscribers of a mailing list to a file')
    .description(
      'Exports subscribers of a mailing list: creates the export, shows progress and downloads the file. A download that breaks off continues where it ended.\n\nExit code: 0 if the file is complete, otherwise 1.',
    )
    .argument('<list>', 'the mailing list, by id or name')
    .option('--segment <name>', 'only the subscribers of this segment, by id or name')
    .addOption(
      new Option('--status <names...>', 'only subscribers with these statuses').choices(subscriberStatuses),
    )
    .option(
      '--columns <names>',
      'the columns in order, with commas between them: email,"First name"',
      namesOf,
    )
    .addOption(
      new Option('--format <format>', 'the format of the file').choices(exportFormats).default('csv'),
    )
    .option('--gzip', 'compress the file', false)
    .option(
      '-o, --output <file>',
      'the file to write; - for standard output. Default: the name of the export',
    )
    .action(async (list: string, options: ExportOptions) => {
      const { runExport } = await import('./run.ts')
      await runExport(list, options)
    })
  for (const option of serverOptions()) command.addOption(option)
  return command
}

/** Names with a comma are in double quotes. */
function namesOf(text: string): string[] {
  const cells = text.match(/\s*"(?:[^"]|"")*"\s*|[^,]+/g) ?? []
  return cells.map((cell) => {
    const name = cell.trim()
    return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name
  })
}
