import { count } from '../../design/figures.ts'

const entries = (value: number) => `${count(value)} ${value === 1 ? 'entry' : 'entries'}`

export const suppressionWords = {
  title: 'Suppression',
  lead: 'Addresses on these lists get no messages. Each list says what it holds for.',
  holds: 'Holds for',
  ofList: 'Mailing list',
  scopes: {
    organization: 'All messages',
    mailing_list: 'One mailing list',
    segment: 'Segments that name it',
    system: 'All organizations',
  },
  find: {
    title: 'Is an address suppressed?',
    email: 'E-mail address',
    submit: 'Look it up',
    none: (email: string) => `No list suppresses ${email}.`,
    by: (list: string, entry: string, since: string) => `${list}: ${entry}, since ${since}`,
    bySystem: 'A list of this server suppresses the address.',
  },
  name: 'Name of the list',
  create: 'Create the list',
  newTitle: 'New suppression list',
  empty: {
    title: 'No suppression lists yet',
    text: 'A suppression list holds addresses that must never get mail: complaints, competitors, people who asked in writing.',
  },
  list: {
    search: 'Search',
    searchHint: 'Address, @domain or hash',
    entry: 'Entry',
    entries: 'Entries',
    kind: 'Kind',
    kinds: { a: 'Address', d: 'Domain', m: 'MD5 hash', s: 'SHA-256 hash' } as Record<string, string>,
    added: 'Added',
    remove: (entry: string) => `Remove ${entry}`,
    removeShort: 'Remove',
    add: 'Add entries',
    addHint: 'Addresses, domains as @example.com, or hashes of addresses, one on each line, up to 10,000.',
    submit: (value: number) => (value === 0 ? 'Add entries' : `Add ${entries(value)}`),
    result: (added: number, known: number, invalid: number) =>
      [
        `${entries(added)} added`,
        ...(known > 0 ? [`${count(known)} were on the list already`] : []),
        ...(invalid > 0
          ? [`${count(invalid)} ${invalid === 1 ? 'is' : 'are'} neither address, domain nor hash`]
          : []),
      ].join(', ') + '.',
    empty: { title: 'The list is empty', text: 'Add the addresses that must not get mail.' },
    none: {
      title: 'No entry starts with this',
      text: 'Search by the beginning of an address, or @ and a domain.',
    },
    zone: (zone: string) => `Times in ${zone}.`,
  },
}

export const seedWords = {
  title: 'Seed lists',
  lead: 'Addresses of your own that get a copy of each campaign that uses the list, so that you see what arrives.',
  name: 'Name of the list',
  create: 'Create the list',
  newTitle: 'New seed list',
  addresses: 'Addresses, one on each line',
  search: 'Search in the list',
  save: 'Save the addresses',
  saved: 'The addresses are saved.',
  remove: (address: string) => `Remove ${address}`,
  add: 'E-mail address',
  addSubmit: 'Add to the list',
  count: (value: number) => `${count(value)} ${value === 1 ? 'address' : 'addresses'}`,
  empty: {
    title: 'No seed lists yet',
    text: 'A seed list holds addresses of your own at several providers. Campaigns send them a copy.',
  },
  none: { title: 'No addresses yet', text: 'Add an address of your own.' },
}
