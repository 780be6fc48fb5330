import { Command, InvalidArgumentError, Option } from 'commander'
import { parseId } from '../../contract/values/text.ts'
import { readLine } from './sniff.ts'
import { runImport } from './run.ts'

export function importCommand(): Command {
  return new Command('import')
    .summary('import a CSV file into a mailing list, and watch it')
    .description(
      'Imports a CSV file into a mailing list: finds out how the file is written, proposes what its columns become, sends it to the server and shows how far it is.\n\nExit code: 0 when the import has finished, even if single rows failed; else 1.',
    )
    .argument('<file>', 'the CSV file')
    .requiredOption('--list <id>', 'the mailing list', readId)
    .option('--map <names>', 'what the columns become, instead of a proposal: email,,"First name"', readLine)
    .addOption(choice('--separator <what>', 'what stands between cells: , or tab', separators))
    .addOption(choice('--enclosure <what>', 'what encloses cells: " or \'', enclosures))
    .addOption(choice('--charset <name>', 'utf-8 or iso-8859-1', characterSets))
    .addOption(new Option('--dates <order>', 'whether 01/02/2014 is in January or February').choices(orders))
    .option('--no-headers', 'the first row is a subscriber already')
    .option('--overwrite', 'update the active subscribers who are on the list already', false)
    .option('--yes', 'do not ask', false)
    .addOption(new Option('--url <url>', 'the server').env('QUIVER_URL').default('http://127.0.0.1:8080'))
    .addOption(new Option('--key <credential>', 'the api_key of a key').env('QUIVER_API_KEY'))
    .option('--upload-dir <dir>', "the server's upload directory: for files of any size")
    .option('--failed <file>', 'write the rows that failed to this file')
    .action(runImport)
}

const separators = { ',': ',', comma: ',', tab: '\t', '\\t': '\t', '\t': '\t' }
const enclosures = { '"': '"', double: '"', "'": "'", single: "'" }
const characterSets = { 'utf-8': 'UTF-8', utf8: 'UTF-8', 'iso-8859-1': 'ISO-8859-1', latin1: 'ISO-8859-1' }
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
