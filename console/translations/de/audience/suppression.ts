import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const suppressionWords: typeof en.suppressionWords = {
  title: 'Sperrlisten',
  lead: 'Adressen auf diesen Listen bekommen keine Nachrichten. Jede Liste sagt, wofür sie gilt.',
  holds: 'Gilt für',
  ofList: 'Liste',
  scopes: {
    organization: 'Alle Nachrichten',
    mailing_list: 'Eine Liste',
    segment: 'Segmente, die sie nennen',
    system: 'Alle Organisationen',
  },
  find: {
    title: 'Ist eine Adresse gesperrt?',
    email: 'E-Mail-Adresse',
    submit: 'Nachsehen',
    none: (email) => `Keine Liste sperrt ${email}.`,
    by: (list, entry, since) => `${list}: ${entry}, seit ${since}`,
    bySystem: 'Eine Liste dieses Servers sperrt die Adresse.',
  },
  name: 'Name der Liste',
  create: 'Liste anlegen',
  newTitle: 'Neue Sperrliste',
  empty: {
    title: 'Noch keine Sperrlisten',
    text: 'Eine Sperrliste enthält Adressen, die nie Mail bekommen dürfen: nach Beschwerden, Mitbewerber, Personen, die schriftlich darum gebeten haben.',
  },
  list: {
    search: 'Suchen',
    searchHint: 'Adresse, @Domain oder Hash',
    entry: 'Eintrag',
    entries: 'Einträge',
    kind: 'Art',
    kinds: { a: 'Adresse', d: 'Domain', m: 'MD5-Hash', s: 'SHA-256-Hash' },
    added: 'Hinzugefügt',
    remove: (entry) => `${entry} entfernen`,
    removeShort: 'Entfernen',
    add: 'Einträge hinzufügen',
    addHint: 'Adressen, Domains als @example.com oder Hashes von Adressen, je Zeile einer, bis 10.000.',
    submit: (value) =>
      value === 0
        ? 'Einträge hinzufügen'
        : plural(value, { one: '# Eintrag hinzufügen', other: '# Einträge hinzufügen' }),
    result: (added, known, invalid) =>
      [
        plural(added, { one: '# Eintrag hinzugefügt', other: '# Einträge hinzugefügt' }),
        ...(known > 0
          ? [plural(known, { one: '# war schon auf der Liste', other: '# waren schon auf der Liste' })]
          : []),
        ...(invalid > 0
          ? [
              plural(invalid, {
                one: '# ist weder Adresse noch Domain noch Hash',
                other: '# sind weder Adresse noch Domain noch Hash',
              }),
            ]
          : []),
      ].join(', ') + '.',
    empty: {
      title: 'Die Liste ist leer',
      text: 'Fügen Sie die Adressen hinzu, die keine Mail bekommen dürfen.',
    },
    none: {
      title: 'Kein Eintrag beginnt so',
      text: 'Suchen Sie nach dem Anfang einer Adresse, oder nach @ und einer Domain.',
    },
    zone: (zone) => `Zeiten in ${zone}.`,
  },
}

const seedWords: typeof en.seedWords = {
  title: 'Testadressen',
  lead: 'Eigene Adressen, die von jeder Kampagne mit dieser Liste ein Exemplar bekommen, damit Sie sehen, was ankommt.',
  name: 'Name der Liste',
  create: 'Liste anlegen',
  newTitle: 'Neue Testadressen-Liste',
  addresses: 'Adressen, eine je Zeile',
  search: 'In der Liste suchen',
  save: 'Adressen speichern',
  saved: 'Die Adressen sind gespeichert.',
  remove: (address) => `${address} entfernen`,
  add: 'E-Mail-Adresse',
  addSubmit: 'Zur Liste hinzufügen',
  count: (value) => plural(value, { one: '# Adresse', other: '# Adressen' }),
  empty: {
    title: 'Noch keine Testadressen',
    text: 'Eine Testadressen-Liste enthält eigene Adressen bei mehreren Anbietern. Kampagnen senden ihnen ein Exemplar.',
  },
  none: { title: 'Noch keine Adressen', text: 'Fügen Sie eine eigene Adresse hinzu.' },
}

export { seedWords, suppressionWords }
