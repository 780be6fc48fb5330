import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) => plural(value, { one: '# item', other: '# items' })

export const suppressionWords: typeof en.suppressionWords = {
  title: 'Blokkeerlijsten',
  lead: 'Adressen op deze lijsten krijgen geen berichten. Elke lijst zegt waarvoor ze geldt.',
  holds: 'Geldt voor',
  ofList: 'Mailinglijst',
  scopes: {
    organization: 'Alle berichten',
    mailing_list: 'Eén mailinglijst',
    segment: 'Segmenten die haar noemen',
    system: 'Alle organisaties',
  },
  find: {
    title: 'Is een adres geblokkeerd?',
    email: 'E-mailadres',
    submit: 'Opzoeken',
    none: (email) => `Geen lijst blokkeert ${email}.`,
    by: (list, entry, since) => `${list}: ${entry}, sinds ${since}`,
    bySystem: 'Een lijst van deze server blokkeert het adres.',
  },
  name: 'Naam van de lijst',
  create: 'Lijst maken',
  newTitle: 'Nieuwe blokkeerlijst',
  empty: {
    title: 'Nog geen blokkeerlijsten',
    text: 'Op een blokkeerlijst staan adressen die nooit mail mogen krijgen: klachten, concurrenten, wie er schriftelijk om vroeg.',
  },
  list: {
    search: 'Zoeken',
    searchHint: 'Adres, @domein of hash',
    entry: 'Item',
    entries: 'Items',
    kind: 'Soort',
    kinds: { a: 'Adres', d: 'Domein', m: 'MD5-hash', s: 'SHA-256-hash' },
    added: 'Toegevoegd',
    remove: (entry) => `${entry} verwijderen`,
    removeShort: 'Verwijderen',
    add: 'Items toevoegen',
    addHint: 'Adressen, domeinen als @example.com, of hashes van adressen, één per regel, tot 10.000.',
    submit: (value) => (value === 0 ? 'Items toevoegen' : `${entries(value)} toevoegen`),
    result: (added, known, invalid) =>
      [
        `${entries(added)} toegevoegd`,
        ...(known > 0 ? [`${count(known)} al op de lijst`] : []),
        ...(invalid > 0
          ? [`${plural(invalid, { one: '# is', other: '# zijn' })} geen adres, domein of hash`]
          : []),
      ].join(', ') + '.',
    empty: { title: 'De lijst is leeg', text: 'Voeg de adressen toe die geen mail mogen krijgen.' },
    none: {
      title: 'Geen item begint zo',
      text: 'Zoek op het begin van een adres, of op @ en een domein.',
    },
    zone: (zone) => `Tijden in ${zone}.`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'Testlijsten',
  lead: 'Eigen adressen die een kopie krijgen van elke campagne die de lijst gebruikt, zodat je ziet wat aankomt.',
  name: 'Naam van de lijst',
  create: 'Lijst maken',
  newTitle: 'Nieuwe testlijst',
  addresses: 'Adressen, één per regel',
  search: 'In de lijst zoeken',
  save: 'Adressen opslaan',
  saved: 'De adressen zijn opgeslagen.',
  remove: (address) => `${address} verwijderen`,
  add: 'E-mailadres',
  addSubmit: 'Toevoegen aan de lijst',
  count: (value) => plural(value, { one: '# adres', other: '# adressen' }),
  empty: {
    title: 'Nog geen testlijsten',
    text: 'Op een testlijst staan eigen adressen bij verschillende providers. Campagnes sturen ze een kopie.',
  },
  none: { title: 'Nog geen adressen', text: 'Voeg een eigen adres toe.' },
}
