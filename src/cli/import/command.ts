import { Command, InvalidArgumentError, Option } from 'commander'
import { parseId } from '../../contract/values/text.ts'
import type { ImportOptions } from './run.ts'
import { readLine } from './sniff.ts'

export function importCommand(): Command {
  return new Command('import')
    .summary('import a CSV file into a mailing list and watch it')
    .description(
      'Imports a CSV file into a mailing list: detects the format, proposes a meaning for each column, sends the file to the server and shows progress.\n\nExit code: 0 if the import has finished, even if some rows failed; otherwise 1.',
    )
    .argument('<file>', 'the CSV file')
    .requiredOption('--list <id>', 'the mailing list', readId)
    .option(
      '--map <names>',
      'the meaning of each column, instead of a proposal: email,,"First name"',
      readLine,
    )
    .addOption(choice('--separator <what>', 'the separator of cells: , ; | or tab', separators))
    .addOption(choice('--enclosure <what>', 'the quote character: " or \'', enclosures))
    .addOption(choice('--charset <name>', 'utf-8, windows-1252 or iso-8859-1', characterSets))
    .addOption(
      new Option(
        '--dates <order>',
        'order of day and month: is 01/02/2014 in January (mdy) or February (dmy)?',
      ).choices(orders),
    )
    .option('--no-headers', 'the first row is data, not a header')
    .option('--overwrite', 'update active subscribers that are on the list already', false)
    .option('--yes', 'accept the proposal without asking', false)
    .option('--ignore-opt-outs', 'accept columns that look like an opt-out and are not imported', false)
    .addOption(new Option('--url <url>', 'the server').env('QUIVER_URL').default('http://127.0.0.1:8080'))
    .addOption(new Option('--key <credential>', 'the credential (api_key)').env('QUIVER_API_KEY'))
    .option('--upload-dir <dir>', "the server's upload directory, for files of any size")
    .option('--failed <file>', 'write the failed rows to this file')
    .action(async (path: string, options: ImportOptions) => {
      const { runImport } = await import('./run.ts')
      await runImport(path, options)
    })
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
  'utf-8': 'UTF-8',
  utf8: 'UTF-8',
  'windows-1252': 'windows-1252',
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

function readId(text: string): number {
  const id = parseId(text)
  if (id === null) throw new InvalidArgumentError('It must be the id of a mailing list, a number.')
  return id
}
