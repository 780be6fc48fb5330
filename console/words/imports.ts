import type { SubscriberStatus, ImportState, RowLogName } from '../../src/contract/imports/states.ts'
import type { UndoClass } from '../../src/contract/imports/undo.ts'
import type { FieldType } from '../../src/contract/lists/field-values.ts'
import { count, percent, size } from '../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'

const rows = (value: number) => `${count(value)} ${value === 1 ? 'row' : 'rows'}`

const stays = 'stay as they are'

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'new', has: 'added', tone: 'success' },
  updated: { would: 'change', has: 'changed', tone: 'info' },
  failed: { would: 'fail', has: 'failed', tone: 'danger' },
  skipped_overwrite: { would: `${stays}: on the list already`, has: 'left as they were', tone: 'quiet' },
  skipped_active: { would: `${stays}: active`, has: 'active, left as they were', tone: 'quiet' },
  skipped_unsubscribed: {
    would: 'stay unsubscribed',
    has: 'stayed unsubscribed',
    leftOut: 'left out: unsubscribed',
    tone: 'quiet',
  },
  skipped_scomp: {
    would: 'stay complained',
    has: 'stayed complained',
    leftOut: 'left out: complained',
    tone: 'quiet',
  },
  skipped_bounced: {
    would: 'stay bounced',
    has: 'stayed bounced',
    leftOut: 'left out: bounced',
    tone: 'quiet',
  },
  skipped_deactivated: {
    would: 'stay deactivated',
    has: 'stayed deactivated',
    leftOut: 'left out: deactivated',
    tone: 'quiet',
  },
  skipped_duplicate: { would: 'repeat an earlier row', has: 'repeated an earlier row', tone: 'quiet' },
  skipped_over_limit: { would: 'are over the limit', has: 'were over the limit', tone: 'warning' },
  pruned: { would: 'come off: not in the file', has: 'taken off: not in the file', tone: 'warning' },
}

export const importWords = {
  title: 'Imports',
  lead: 'Every imported file, and what happened to each row.',
  start: 'Import a file',
  file: 'File',
  list: 'List',
  state: 'State',
  began: (zone: string) => `Began (${zone})`,
  rowsHead: 'Rows',
  pasted: pastedText,
  dryRun: 'preview',
  empty: {
    title: 'No imports yet',
    text: 'Bring a file as it is, from Excel, Mailchimp or your shop; you see what happens before it does. Nothing is sent to anybody.',
  },
  filter: { label: 'Show', recent: 'Last 14 days', active: 'Running', all: 'All' },
  states: {
    scheduled: 'waiting',
    downloading: 'downloading',
    splitting: 'reading the file',
    importing: 'running',
    paused: 'paused',
    finished: 'finished',
    failed: 'failed',
    cancelled: 'cancelled',
  } satisfies Record<ImportState, string>,
  steps: {
    label: 'Steps of the import',
    names: { file: 'File', columns: 'Columns', rules: 'Rules', preview: 'Preview', run: 'Run' },
  },
  into: (list: string) => `Import into ${list}`,
  back: 'Back',
  classes,
  row: {
    number: 'Row',
    address: 'Address',
    what: 'What happens',
    was: 'What happened',
    changes: 'Before → after',
    none: 'nothing',
    same: 'No field changes',
    search: 'Search for an address',
    all: 'All rows',
    caption: 'Rows of the file',
    no: 'There are no such rows.',
    purged: 'The rows are no longer kept: logs are deleted seven days after an import ends.',
    pick: 'Choose a class above to see only its rows and to download them.',
    later: 'Next rows',
    first: 'First rows',
    of: (value: number, isExact: boolean) => orMore(rows(value), isExact),
    download: 'Download these rows',
    shows: 'Show rows',
  },
}

export const sourceWords = {
  title: 'Import a file',
  list: 'Into which list?',
  listHint: 'People in the file are added to this list.',
  chooseList: 'Choose a list',
  noList: 'First, a list',
  firstList: {
    text: 'A list holds the people that you write to. This one gets the people in your file.',
    name: 'Name of the list',
    proposal: 'Newsletter',
    create: 'Create the list',
  },
  ways: {
    label: 'Where is the file?',
    file: 'On this computer',
    paste: 'Paste',
    url: 'At a web address',
    directory: 'On the server',
    failed: 'Failed rows',
  },
  drop: 'Drop a file here',
  dropHint: 'CSV, text or Excel, also packed, of any size. It is read here first; nobody is added yet.',
  choose: 'Choose a file',
  pasteLabel: 'Rows',
  pasteHint: 'Copied from a spreadsheet or a mail: one person a line, with headings if there are any.',
  pasteUse: 'Read these rows',
  url: 'Address of the file',
  urlHint: 'The server fetches it, up to 200 MB.',
  urlUse: 'Read this file',
  directoryHint:
    'Files that the operator of the server has put into the upload directory of your organization.',
  failedHint:
    'Rows of an earlier import into this list that failed: after a field has changed, or with other columns. To correct cells, open that import.',
  failedEmpty: 'No import into this list has failed rows that are still kept; they are kept for seven days.',
  useFailed: (value: number, file: string) => `Read ${rows(value)} of ${file}`,
  ofImport: (isPreview: boolean, at: string) => `${isPreview ? 'preview' : 'import'} of ${at}`,
  directoryEmpty: 'No files are there. The operator of the server can put some into the upload directory.',
  use: (name: string) => `Read ${name}`,
  sending: (sent: number, total: number) => `${percent(sent, total)} of ${size(total)} are on the server`,
  cut: (sent: number, total: number) => `Connection lost at ${percent(sent, total)}. It continues by itself.`,
  goOn: 'Continue the upload',
  stop: 'Stop the upload',
  stopped: 'The upload stopped. What has arrived is kept for a day.',
  progress: 'Upload',
}

export const columnWords = {
  reading: 'Reading the file',
  facts: {
    head: 'headings in the first row',
    noHead: 'no headings',
    linesAbove: (count: number) =>
      count === 1 ? '1 line above the table' : `${count} lines above the table`,
    dmy: 'dates as 31.12.',
    mdy: 'dates as 12/31',
    sure: { certain: 'sure', likely: 'likely', guess: 'a guess' },
    separators: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' } as Record<
      string,
      string
    >,
  },
  change: 'Change how the file is read',
  hide: 'Done',
  skipped: (lines: string) => `Not read: ${lines}`,
  format: {
    headings: 'The first row has headings',
    linesAbove: 'Lines above the table',
    characters: 'Character set',
    separator: 'Separator',
    dates: 'Dates in numbers',
    dmy: 'Day first: 31.12.2026',
    mdy: 'Month first: 12/31/2026',
    decimals: 'Decimal numbers',
    comma: 'With a comma: 1.234,56',
    dot: 'With a dot: 1,234.56',
  },
  column: (number: number) => `Column ${number}`,
  meaning: (header: string) => `Meaning of ${header}`,
  skip: 'Do not import',
  newField: (name: string) => `New field: ${name}`,
  attributes: 'Attributes',
  fields: 'Fields of the list',
  news: 'New',
  names: {
    email: 'E-mail address',
    status: 'Status',
    confirmed: 'Confirmed',
    email_format: 'Format of messages',
    subscribe_time: 'Subscribed at',
    subscribe_ip: 'Subscribed from (IP address)',
    remove_time: 'Unsubscribed at',
    remove_ip: 'Unsubscribed from (IP address)',
    confirm_time: 'Confirmed at',
    paused_until: 'Paused until',
    consent_form: 'Consent: web form',
    consent_version: 'Consent: version of the text',
    consent_given_at: 'Consent given at',
    consent_given_ip: 'Consent given from (IP address)',
    consent_confirmed_at: 'Consent confirmed at',
    consent_confirmed_ip: 'Consent confirmed from (IP address)',
  } as Record<string, string>,
  types: {
    text: 'text',
    text_multiline: 'long text',
    number: 'whole number',
    decimal: 'decimal number',
    date: 'date',
    day_of_year: 'day of the year',
    select_single_dropdown: 'one choice',
    select_single_radio: 'one choice',
    select_multiple_checkboxes: 'several choices',
    boolean: 'yes or no',
  } satisfies Record<FieldType, string>,
  typeOf: (name: string) => `Type of ${name}`,
  optOut: {
    title: (header: string) => `The column ${header} may say who has opted out`,
    apply: (what: string, header: string) =>
      `People with ${what} in ${header}: import them as unsubscribed. They get no messages.`,
    leaveOut: (what: string, header: string) =>
      `People with ${what} in ${header}: leave them out. They are not imported, and those already on the list stay as they are.`,
    ignore: 'Ignore the column: everybody in the file may get messages.',
    when: (cells: string) => `“${cells}”`,
    unless: (cells: string) => `anything but “${cells}”`,
    blank: 'nothing',
    decide: 'Decide this before you go on.',
    or: '” or “',
  },
  choicesLost: (value: number) =>
    `Read in this way, the file has another number of columns. ${value === 1 ? 'The meaning that you chose for a column does' : `The meanings that you chose for ${count(value)} columns do`} not count. Read it as before, and ${value === 1 ? 'it is' : 'they are'} back.`,
  noEmail: 'One column must be the e-mail address. Choose it above the column that has the addresses.',
  twice: (name: string) => `${name} is the meaning of two columns. Choose another for one of them.`,
  rowsRead: (value: number, isWhole: boolean) =>
    isWhole ? `All ${rows(value)} were read.` : `The first ${rows(value)} were read.`,
  table: 'The first rows of the file',
  keys: (hasLetters: boolean) =>
    `Keys on a heading: ← and → choose a column, Enter opens its meaning${hasLetters ? ', A takes all proposals' : ''}.`,
  takeAll: 'Take all proposals',
  allTaken: 'Every column has its proposed meaning.',
  next: 'Next: Rules',
  other: 'Choose another file',
}

export const ruleWords = {
  newPeople: {
    title: 'People who are not on the list yet',
    status: 'are added as',
    statuses: {
      active: 'active: they get messages',
      unsubscribed: 'unsubscribed',
      deactivated: 'deactivated',
    },
    example: (address: string) => `If ${address} is not on the list, they are added.`,
    letters: 'Start autoresponders for them, as for people who subscribe.',
  },
  known: {
    title: 'People who are on the list already',
    leave: 'stay as they are.',
    update: 'get what the file says.',
    example: (address: string, fields: readonly string[]) =>
      fields.length === 0
        ? `${address} stays as they are: no column of the file is a field.`
        : `If ${address} is on the list: ${fields.join(', ')}.`,
    becomes: (name: string, value: string) => `${name} becomes ${value === '' ? 'empty' : value}`,
    stays: (address: string) => `If ${address} is on the list, nothing changes for them.`,
  },
  left: {
    title: 'People who have unsubscribed',
    stay: 'They stay unsubscribed. The file does not bring them back.',
    fields: 'Change their fields, too.',
    back: 'Make them active again.',
    consent: 'I have their renewed consent.',
    warning:
      'People who unsubscribed and get messages again may report them as spam. The audit log records this.',
  },
  badCells: {
    title: 'Cells that do not fit, such as a birthday that is no date',
    fail: 'fail their row: the person is not imported.',
    empty: 'are left empty: the person is imported without them.',
    hint: 'The preview counts them column by column. Without a usable address nobody is imported.',
  },
  missing: {
    title: 'People on the list who are not in the file',
    keep: 'stay on it.',
    deactivate: 'are deactivated.',
    unsubscribe: 'are unsubscribed.',
    limit: 'At most',
    limitHint: 'A number of people, or a share such as 10%. If there are more, nothing is changed.',
  },
  when: {
    title: 'When',
    now: 'After the preview, when you say so',
    later: 'At a set time, without a preview',
    at: (zone: string) => `Time (${zone})`,
  },
  preview: 'Preview what happens',
  schedule: 'Schedule the import',
  pickTime: 'Choose a time first.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'unsubscribed',
  scomp: 'complained',
  bounced: 'bounced',
  deactivated: 'deactivated',
}

export const runWords = {
  previewOf: (value: number) => `Preview of ${rows(value)}. Nothing has been changed.`,
  trying: 'The rows are being checked. Nothing changes.',
  progress: 'Progress',
  done: (now: number, all: number | null) => (all === null ? rows(now) : `${count(now)} of ${rows(all)}`),
  rate: (value: number) => `${count(value)} rows/s`,
  left: (time: string) => `${time} left`,
  pause: 'Pause',
  resume: 'Resume',
  cancel: (done: number) => (done === 0 ? 'Cancel the import' : `Cancel: keep the ${rows(done)} done`),
  cancelSure: (done: number) => `Yes, cancel and keep ${rows(done)}`,
  keep: 'Keep importing',
  importNow: (added: number, updated: number) =>
    [added > 0 ? `add ${count(added)}` : '', updated > 0 ? `change ${count(updated)}` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Import: '),
  importAnyway: (what: string) => `${what}, and leave the others out`,
  importNothing: 'Nothing to import',
  pruning: (value: number) => `take off ${count(value)}`,
  expires: (at: string) => `You can import from this preview until ${at}.`,
  gone: 'The file of this preview is no longer on the server. Start again to import it.',
  became: 'This preview was imported.',
  toImport: 'See the import',
  fromPreview: 'See its preview',
  added: (value: number, statuses: Partial<Record<SubscriberStatus, number>> = {}) => {
    const parts = Object.entries(statuses).filter(([status, number]) => status !== 'active' && number > 0)
    const said = parts.map(([status, number]) => `${count(number)} as ${statusWords[status] ?? status}`)
    const added = `${people(value)} ${value === 1 ? 'was' : 'were'} added`
    return said.length === 0 ? `${added}.` : `${added}, of whom ${said.join(', ')}: they get no messages.`
  },
  newNotActive: (value: number, { active, ...others }: Partial<Record<SubscriberStatus, number>>) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${count(number)} as ${statusWords[status] ?? status}`)
    return `Of the ${count(value)} new people ${count(active ?? 0)} become active; ${said.join(', ')}, who get no messages.`
  },
  changed: (value: number) => `${people(value)} ${value === 1 ? 'was' : 'were'} changed.`,
  nothing: 'Nobody was added or changed.',
  see: 'See the list',
  failedRows: (value: number) =>
    value === 1 ? 'Correct the row that failed' : `Correct the ${rows(value)} that failed`,
  again: 'Import another file',
  undo: (until: string) => `Undo until ${until}`,
  undone: 'This import was undone.',
  undoing: 'The import is being undone.',
  seeUndo: 'See the result',
  starts: (at: string) => `Starts at ${at}.`,
  classesOf: 'What happens to the rows',
  settings: 'How it was imported',
  announce: (value: string) => `Import: ${value}`,
}

export const undoWords = {
  title: (id: number) => `Undo import ${id}`,
  counting: 'Counting what an undo would do',
  nothingYet: 'Nothing has been changed yet.',
  partly: (examined: number, all: number) =>
    `Counted for ${count(examined)} of ${people(all)} so far. You can undo the import before the count ends.`,
  least: (number: number) => `At least ${people(number)}`,
  would: {
    removed: 'will be removed: the import added them.',
    restored: 'get their former values back.',
    restored_partly: 'get some values back; the others were changed since and stay.',
    left_changed: 'stay: they changed since.',
    left_departed: 'stay unsubscribed: they unsubscribed since.',
    left_over_limit: 'stay: the limit of active people is reached.',
    left_gone: 'are no longer on the list.',
  } satisfies Record<UndoClass, string>,
  has: {
    removed: 'were removed.',
    restored: 'got their former values back.',
    restored_partly: 'got some values back; the others had been changed since.',
    left_changed: 'stayed: they had changed.',
    left_departed: 'stayed unsubscribed: they had unsubscribed since.',
    left_over_limit: 'stayed: the limit was reached.',
    left_gone: 'were no longer on the list.',
  } satisfies Record<UndoClass, string>,
  people,
  nobody: 'The import changed nobody, so there is nothing to undo.',
  submit: 'Undo this import',
  download: 'Download the addresses',
  only: 'An undo cannot be undone.',
  done: (at: string) => `Undone at ${at}.`,
  running: (done: number, all: number) => `${count(done)} of ${people(all)}`,
}
