import { count } from '../../design/figures.ts'

export const connectionWords = {
  title: 'Databases',
  lead: 'Your own databases, from which remote lists take their recipients. Quiver reads them and changes nothing.',
  caption: 'Database connections',
  action: 'Action',
  name: 'Name',
  type: 'Server',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL or MariaDB' },
  place: 'Database',
  placeOf: (host: string, port: number, database: string) => `${database} at ${host}:${port}`,
  host: 'Host',
  port: 'Port',
  portHint: (port: number) => `If empty: ${port}.`,
  database: 'Name of the database',
  username: 'User',
  usernameHint: 'A user that may read what your queries need, and nothing else.',
  password: 'Password',
  passwordNew: 'It is not shown again.',
  passwordKeeps: 'If empty, the current one stays.',
  tls: 'Encryption',
  tlsModes: {
    verify: 'Encrypted, certificate checked',
    require: 'Encrypted, certificate not checked',
    off: 'Not encrypted',
  },
  ca: 'Certificate of the authority (CA)',
  caHint: 'In PEM, from BEGIN CERTIFICATE to END CERTIFICATE. If empty, the public authorities.',
  fresh: 'New connection',
  add: 'Add the connection',
  empty: {
    title: 'No databases yet',
    text: 'With a connection you can create lists whose people stay in your own database. A query chooses them for each campaign.',
  },
  test: 'Test',
  testOf: (name: string) => `Test ${name}`,
  works: (milliseconds: number) => `It works (${milliseconds} ms).`,
}

export const remoteListWords = {
  isRemote: 'The people of this list are in another database',
  isRemoteHint: 'A query chooses them for each campaign. This cannot be changed later.',
  connection: 'Database',
  people:
    'The people of this list are in another database. Quiver only records who got a message and who unsubscribed.',
}

export const remoteQueryWords = {
  title: 'Who gets it',
  label: 'Query',
  hint: 'Its column email is required. A column distinct_id tells people apart; all others are merge codes.',
  example: 'select email, first_name from customers where newsletter',
  run: 'Run the query',
  first: 'The first rows',
  caption: 'First rows of the query',
  none: 'The query returns no rows now: nobody would get the campaign.',
  more: 'There are more rows.',
  all: 'These are all the rows.',
  codes: 'Merge codes for the message:',
  empty: '–',
  column: (name: string) => name,
}

const rows = (value: number) => `${count(value)} ${value === 1 ? 'row' : 'rows'}`

export const queryRowsWords = {
  title: 'Rows of the query',
  read: (value: number) => `The query returned ${rows(value)}.`,
  reading: (value: number) => `${rows(value)} read so far. Nothing is sent until all of them are there.`,
  stopped: (value: number) => `${rows(value)} were read before it ended. Nothing was sent.`,
  skipped: 'These rows get no message:',
  noneSkipped: 'None of them was left out.',
  reasons: {
    invalid_email: 'No valid address',
    invalid_distinct_id: 'No valid distinct_id',
    too_long: 'Too long',
    duplicate: 'Person of an earlier row',
    left: 'Unsubscribed, complained or bounced before',
    suppressed: 'On a suppression list',
  },
}
