import { Command, InvalidArgumentError, Option } from 'commander'
import { characterSetNames } from '../../contract/imports/character-sets.ts'
import { skipLines } from '../../contract/imports/input.ts'
import {
  pruneActions,
  pruneLimitDefault,
  pruneLimitInput,
  type PruneLimit,
} from '../../contract/imports/prune.ts'
import { parseId } from '../../contract/values/text.ts'
import { serverOptions } from '../connection.ts'
import { readLine } from './preview.ts'
import type { ImportOptions } from './run.ts'

export function importCommand(): Command {
  const command = new Command('import')
    .summary('import a file into a mailing list and watch it')
    .description(
      `Imports a CSV file, also one packed as gzip or zip, or an Excel workbook (.xlsx) into a mailing list: detects the format, proposes a meaning for each column, counts what would happen (a dry run), asks, sends the file to the server and shows progress.

The format includes the character set, lines above the header, the order of dates and the decimal separator; look at the words that it shows if it says that it guesses.

Cells that say that somebody has left (unsubscribed, bounced, abgemeldet, ...) are searched for in every column. Where exports of other products are known to mean it, these people do not become active; any other such column has to be decided, with --yes by --accept-opt-outs, --leave-out-opt-outs or --ignore-opt-outs.

Exit code: 0 if the import has finished, even if some rows failed; otherwise 1.`,
    )
    .argument('[file]', 'the file')
    .option('--list <list>', 'the mailing list, by id or name')
    .option('--undo <id>', 'take back an import that ended in the last 7 days, instead of importing', readId)
    .option(
      '--map <names>',
      'the meaning of each column, instead of a proposal: email,,"First name"',
      readLine,
    )
    .addOption(choice('--separator <what>', 'the separator of cells: , ; | or tab', separators))
    .addOption(choice('--enclosure <what>', 'the quote character: " or \'', enclosures))
    .addOption(choice('--charset <name>', characterSetNames.join(', '), characterSets))
    .addOption(
      new Option(
        '--dates <order>',
        'order of day and month: is 01/02/2014 in January (mdy) or February (dmy)?',
      ).choices(orders),
    )
    .option(
      '--skip-lines <number>',
      'how many lines come before the header, instead of a proposal',
      readLines,
    )
    .option('--no-headers', 'the first row is data, not a header')
    .option('--create-fields', 'create custom fields for columns that fit none', false)
    .option('--overwrite', 'update active subscribers that are on the list already', false)
    .addOption(
      new Option(
        '--not-in-file <what>',
        'deactivate or unsubscribe active subscribers of the list who are not in the file',
      ).choices(pruneActions),
    )
    .option(
      '--prune-limit <limit>',
      `with --not-in-file: how many people or percent of the list may be concerned (default: ${pruneLimitDefault})`,
      readLimit,
    )
    .option('--dry-run', 'count what would happen, and change nothing', false)
    .option('--yes', 'import by the proposal without asking', false)
    .option('--accept-opt-outs', 'give rows that look like opt-outs the status that is proposed', false)
    .option('--leave-out-opt-outs', 'leave out rows to which an opt-out applies', false)
    .option('--ignore-opt-outs', 'import rows as active whatever opt-out columns say', false)
    .option('--upload-dir <dir>', "put the file into the server's upload directory instead of sending it")
    .option('--failed <file>', 'write the failed rows to this file')
  for (const option of serverOptions()) command.addOption(option)
  return command.action((path: string | undefined, options: Options) => run(path, options))
}

type Options = Omit<ImportOptions, 'list'> & { list?: string; undo?: number }

async function run(path: string | undefined, options: Options): Promise<void> {
  const { list, undo } = options
  if (undo !== undefined) {
    if (path !== undefined) throw new Error('--undo takes the id of an import and no file.')
    const { undoImport } = await import('./undo.ts')
    return undoImport(undo, options)
  }
  if (path === undefined) throw new Error('Name the file to import: quiver import FILE --list LIST')
  if (list === undefined) {
    throw new Error(
      'Name the mailing list, by id or name: --list Newsletter. quiver lists shows all of them.',
    )
  }
  const { runImport } = await import('./run.ts')
  await runImport(path, { ...options, list })
}

function readId(text: string): number {
  const id = parseId(text)
  if (id === null) throw new InvalidArgumentError('It must be the id of an import, a number.')
  return id
}

function readLimit(text: string): PruneLimit {
  const read = pruneLimitInput.safeParse(text)
  if (!read.success)
    throw new InvalidArgumentError('It must be a number of people, or a percentage such as 5%.')
  return read.data
}

function readLines(text: string): number {
  const read = skipLines.safeParse(text)
  if (!read.success) throw new InvalidArgumentError('It must be a whole number from 0 to 1000.')
  return read.data
}

const separators = {
  ',': ',',
  comma: ',',
  ';': ';',
  semicolon: ';',
  '|': '|',
  pipe: '|',
  tab: '\t',
  '\\t': '\t',
  '\t': '\t',
}
const enclosures = { '"': '"', double: '"', "'": "'", single: "'" }
const characterSets = {
  ...Object.fromEntries(characterSetNames.map((name) => [name.toLowerCase(), name])),
  utf8: 'UTF-8',
  utf16: 'UTF-16',
  cp1252: 'windows-1252',
  // A file in ISO-8859-1 is read as windows-1252.
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
}
const orders = ['mdy', 'dmy']

function choice(flags: string, description: string, choices: Record<string, string>): Option {
  return new Option(flags, description).argParser((text: string) => {
    const value = choices[text.toLowerCase()]
    if (value === undefined) throw new InvalidArgumentError(`It must be ${description}.`)
    return value
  })
}
