import { count, percent, plural, size } from '../../design/figures.ts'
import type * as en from '../../words/imports.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import { statusWords } from './audience/subscribers.ts'

const rows = (value: number) => plural(value, { one: '# Zeile', other: '# Zeilen' })

const statusesIn = (statuses: readonly (readonly [string, number])[]) =>
  statuses
    .filter(([, number]) => number > 0)
    .map(
      ([status, number]) =>
        `${count(number)} als ${(statusWords as Record<string, string>)[status] ?? status}`,
    )

const left = (status: string) => ({
  would: `bleiben ${status}`,
  has: `blieben ${status}`,
  leftOut: `ausgelassen: ${status}`,
  tone: 'quiet',
})

const importWords: typeof en.importWords = {
  title: 'Importe',
  lead: 'Jede importierte Datei, und was mit jeder Zeile geschah.',
  start: 'Datei importieren',
  file: 'Datei',
  list: 'Liste',
  state: 'Status',
  began: (zone) => `Begonnen (${zone})`,
  rowsHead: 'Zeilen',
  pasted: pastedText,
  dryRun: 'Vorschau',
  empty: {
    title: 'Noch keine Importe',
    text: 'Bringen Sie eine Datei, wie sie ist, aus Excel, Mailchimp oder Ihrem Shop; Sie sehen vorher, was geschieht. Niemand bekommt etwas gesendet.',
  },
  filter: { label: 'Zeigen', recent: 'Letzte 14 Tage', active: 'Laufende', all: 'Alle' },
  states: {
    scheduled: 'wartet',
    downloading: 'wird geladen',
    splitting: 'Datei wird gelesen',
    importing: 'läuft',
    paused: 'angehalten',
    finished: 'fertig',
    failed: 'fehlgeschlagen',
    cancelled: 'abgebrochen',
  },
  steps: {
    label: 'Schritte des Imports',
    names: { file: 'Datei', columns: 'Spalten', rules: 'Regeln', preview: 'Vorschau', run: 'Import' },
  },
  into: (list) => `Import in „${list}“`,
  back: 'Zurück',
  classes: {
    added: { would: 'neu', has: 'hinzugefügt', tone: 'success' },
    updated: { would: 'werden geändert', has: 'geändert', tone: 'info' },
    failed: { would: 'scheitern', has: 'gescheitert', tone: 'danger' },
    skipped_overwrite: {
      would: 'unverändert: auf der Liste',
      has: 'unverändert gelassen',
      tone: 'quiet',
    },
    skipped_active: {
      would: 'unverändert: aktiv',
      has: 'aktiv, unverändert gelassen',
      tone: 'quiet',
    },
    skipped_unsubscribed: left('abgemeldet'),
    skipped_scomp: left('bei ihrer Beschwerde'),
    skipped_bounced: left('unzustellbar'),
    skipped_deactivated: left('deaktiviert'),
    skipped_duplicate: { would: 'wiederholen eine Zeile', has: 'wiederholten eine Zeile', tone: 'quiet' },
    skipped_over_limit: { would: 'liegen über der Grenze', has: 'über der Grenze', tone: 'warning' },
    pruned: {
      would: 'fallen weg',
      has: 'fielen weg: nicht in der Datei',
      tone: 'warning',
    },
  },
  row: {
    number: 'Zeile',
    address: 'Adresse',
    what: 'Was geschieht',
    was: 'Was geschah',
    changes: 'Vorher → nachher',
    none: 'nichts',
    same: 'Kein Feld ändert sich',
    search: 'Adresse suchen',
    all: 'Alle Zeilen',
    caption: 'Zeilen der Datei',
    no: 'Solche Zeilen gibt es nicht.',
    purged: 'Die Zeilen sind nicht mehr da: Protokolle bleiben sieben Tage nach dem Ende eines Imports.',
    pick: 'Wählen Sie oben eine Klasse, um nur ihre Zeilen zu sehen und herunterzuladen.',
    later: 'Nächste Zeilen',
    first: 'Erste Zeilen',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'Diese Zeilen herunterladen',
    shows: 'Zeilen zeigen',
  },
}

const sourceWords: typeof en.sourceWords = {
  title: 'Datei importieren',
  list: 'In welche Liste?',
  listHint: 'Die Personen in der Datei kommen auf diese Liste.',
  chooseList: 'Liste wählen',
  noList: 'Zuerst eine Liste',
  firstList: {
    text: 'Eine Liste enthält die Personen, denen Sie schreiben. Diese bekommt die aus Ihrer Datei.',
    name: 'Name der Liste',
    proposal: 'Newsletter',
    create: 'Liste anlegen',
  },
  ways: {
    label: 'Wo ist die Datei?',
    file: 'Auf diesem Computer',
    paste: 'Einfügen',
    url: 'Unter einer Webadresse',
    directory: 'Auf dem Server',
    failed: 'Gescheiterte Zeilen',
  },
  drop: 'Datei hier ablegen',
  dropHint: 'CSV, Text oder Excel, auch gepackt, jede Größe. Sie wird erst gelesen; niemand kommt hinzu.',
  choose: 'Datei wählen',
  pasteLabel: 'Zeilen',
  pasteHint: 'Aus Tabelle oder Mail kopiert: eine Person je Zeile, mit Überschriften, falls vorhanden.',
  pasteUse: 'Diese Zeilen lesen',
  url: 'Adresse der Datei',
  urlHint: 'Der Server holt sie, bis 200 MB.',
  urlUse: 'Diese Datei lesen',
  directoryHint: 'Dateien, die der Betreiber des Servers in Ihr Upload-Verzeichnis gelegt hat.',
  failedHint:
    'Gescheiterte Zeilen eines früheren Imports in diese Liste: nachdem ein Feld geändert wurde, oder mit anderen Spalten. Um Zellen zu korrigieren, öffnen Sie jenen Import.',
  failedEmpty: 'Kein Import in diese Liste hat noch gescheiterte Zeilen; sie bleiben sieben Tage.',
  useFailed: (value, file) => `${rows(value)} aus ${file} lesen`,
  ofImport: (isPreview, at) => `${isPreview ? 'Vorschau' : 'Import'} vom ${at}`,
  directoryEmpty: 'Dort liegen keine Dateien. Der Betreiber des Servers kann welche hineinlegen.',
  use: (name) => `${name} lesen`,
  sending: (sent, total) => `${percent(sent, total)} von ${size(total)} sind auf dem Server`,
  cut: (sent, total) => `Verbindung bei ${percent(sent, total)} verloren. Es geht von selbst weiter.`,
  goOn: 'Upload fortsetzen',
  stop: 'Upload anhalten',
  stopped: 'Der Upload ist angehalten. Was angekommen ist, bleibt einen Tag lang erhalten.',
  progress: 'Upload',
}

const columnWords: typeof en.columnWords = {
  reading: 'Die Datei wird gelesen',
  facts: {
    head: 'Überschriften in der ersten Zeile',
    noHead: 'keine Überschriften',
    linesAbove: (value) =>
      plural(value, { one: '# Zeile über der Tabelle', other: '# Zeilen über der Tabelle' }),
    dmy: 'Datumsangaben wie 31.12.',
    mdy: 'Datumsangaben wie 12/31',
    sure: { certain: 'sicher', likely: 'wahrscheinlich', guess: 'geraten' },
    separators: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator', '|': 'senkrechter Strich' },
  },
  change: 'Ändern, wie die Datei gelesen wird',
  hide: 'Fertig',
  skipped: (lines) => `Nicht gelesen: ${lines}`,
  format: {
    headings: 'Die erste Zeile enthält Überschriften',
    linesAbove: 'Zeilen über der Tabelle',
    characters: 'Zeichensatz',
    separator: 'Trennzeichen',
    dates: 'Datumsangaben in Ziffern',
    dmy: 'Tag zuerst: 31.12.2026',
    mdy: 'Monat zuerst: 12/31/2026',
    decimals: 'Dezimalzahlen',
    comma: 'Mit Komma: 1.234,56',
    dot: 'Mit Punkt: 1,234.56',
  },
  column: (number) => `Spalte ${number}`,
  meaning: (header) => `Bedeutung von ${header}`,
  skip: 'Nicht importieren',
  newField: (name) => `Neues Feld: ${name}`,
  attributes: 'Merkmale',
  fields: 'Felder der Liste',
  news: 'Neu',
  names: {
    email: 'E-Mail-Adresse',
    status: 'Status',
    confirmed: 'Bestätigt',
    email_format: 'Format der Nachrichten',
    subscribe_time: 'Angemeldet am',
    subscribe_ip: 'Angemeldet von (IP-Adresse)',
    remove_time: 'Abgemeldet am',
    remove_ip: 'Abgemeldet von (IP-Adresse)',
    confirm_time: 'Bestätigt am',
    paused_until: 'Pausiert bis',
    consent_form: 'Einwilligung: Formular',
    consent_version: 'Einwilligung: Version des Textes',
    consent_given_at: 'Einwilligung erteilt am',
    consent_given_ip: 'Einwilligung erteilt von (IP-Adresse)',
    consent_confirmed_at: 'Einwilligung bestätigt am',
    consent_confirmed_ip: 'Einwilligung bestätigt von (IP-Adresse)',
  },
  types: {
    text: 'Text',
    text_multiline: 'langer Text',
    number: 'ganze Zahl',
    decimal: 'Dezimalzahl',
    date: 'Datum',
    day_of_year: 'Tag im Jahr',
    select_single_dropdown: 'eine Auswahl',
    select_single_radio: 'eine Auswahl',
    select_multiple_checkboxes: 'mehrere Auswahlen',
    boolean: 'ja oder nein',
  },
  typeOf: (name) => `Typ von ${name}`,
  optOut: {
    title: (header) => `Die Spalte ${header} sagt womöglich, wer sich abgemeldet hat`,
    apply: (what, header) =>
      `Personen mit ${what} in ${header}: als abgemeldet importieren. Sie bekommen keine Nachrichten.`,
    leaveOut: (what, header) =>
      `Personen mit ${what} in ${header}: auslassen. Sie werden nicht importiert, und wer schon auf der Liste ist, bleibt unverändert.`,
    ignore: 'Die Spalte nicht beachten: Alle in der Datei können Nachrichten bekommen.',
    when: (cells) => `„${cells}“`,
    unless: (cells) => `allem außer „${cells}“`,
    blank: 'nichts',
    decide: 'Entscheiden Sie dies, bevor Sie weitergehen.',
    or: '“ oder „',
  },
  choicesLost: (value) =>
    `So gelesen hat die Datei eine andere Zahl von Spalten. ${plural(value, {
      one: 'Die Bedeutung, die Sie für eine Spalte gewählt haben, gilt nicht. Lesen Sie sie wie vorher, und sie ist wieder da.',
      other:
        'Die Bedeutungen, die Sie für # Spalten gewählt haben, gelten nicht. Lesen Sie sie wie vorher, und sie sind wieder da.',
    })}`,
  noEmail: 'Eine Spalte muss die E-Mail-Adresse sein. Wählen Sie sie über den Adressen.',
  twice: (name) => `${name} ist die Bedeutung zweier Spalten. Wählen Sie für eine davon eine andere.`,
  rowsRead: (value, isWhole) =>
    isWhole
      ? plural(value, { one: '# Zeile wurde gelesen.', other: 'Alle # Zeilen wurden gelesen.' })
      : plural(value, {
          one: 'Die erste Zeile wurde gelesen.',
          other: 'Die ersten # Zeilen wurden gelesen.',
        }),
  table: 'Die ersten Zeilen der Datei',
  keys: (hasLetters) =>
    `Tasten auf einer Überschrift: ← und → wählen eine Spalte, Enter öffnet ihre Bedeutung${hasLetters ? ', A übernimmt alle Vorschläge' : ''}.`,
  takeAll: 'Alle Vorschläge übernehmen',
  allTaken: 'Jede Spalte hat die vorgeschlagene Bedeutung.',
  next: 'Weiter: Regeln',
  other: 'Andere Datei wählen',
}

const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'Personen, die noch nicht auf der Liste sind',
    status: 'werden hinzugefügt als',
    statuses: {
      active: 'aktiv: Sie bekommen Nachrichten',
      unsubscribed: 'abgemeldet',
      deactivated: 'deaktiviert',
    },
    example: (address) => `Wenn ${address} nicht auf der Liste ist, kommt die Adresse hinzu.`,
    letters: 'Autoresponder für sie beginnen, wie bei einer Anmeldung.',
  },
  known: {
    title: 'Personen, die schon auf der Liste sind',
    leave: 'bleiben, wie sie sind.',
    update: 'bekommen, was in der Datei steht.',
    example: (address, fields) =>
      fields.length === 0
        ? `${address} bleibt unverändert: Keine Spalte der Datei ist ein Feld.`
        : `Wenn ${address} auf der Liste ist: ${fields.join(', ')}.`,
    becomes: (name, value) => `${name} wird ${value === '' ? 'leer' : value}`,
    stays: (address) => `Wenn ${address} auf der Liste ist, ändert sich nichts.`,
  },
  left: {
    title: 'Personen, die sich abgemeldet haben',
    stay: 'Sie bleiben abgemeldet. Die Datei bringt sie nicht zurück.',
    fields: 'Auch ihre Felder ändern.',
    back: 'Sie wieder aktiv machen.',
    consent: 'Ihre erneute Einwilligung liegt mir vor.',
    warning:
      'Wer sich abgemeldet hat und wieder Nachrichten bekommt, meldet sie womöglich als Spam. Das Audit-Log hält dies fest.',
  },
  badCells: {
    title: 'Zellen, die nicht passen, etwa ein Geburtstag, der kein Datum ist',
    fail: 'lassen ihre Zeile scheitern: Die Person wird nicht importiert.',
    empty: 'bleiben leer: Die Person wird ohne sie importiert.',
    hint: 'Die Vorschau zählt sie Spalte für Spalte. Ohne brauchbare Adresse wird niemand importiert.',
  },
  missing: {
    title: 'Personen auf der Liste, die nicht in der Datei stehen',
    keep: 'bleiben auf ihr.',
    deactivate: 'werden deaktiviert.',
    unsubscribe: 'werden abgemeldet.',
    limit: 'Höchstens',
    limitHint: 'Eine Zahl von Personen oder ein Anteil wie 10%. Sind es mehr, ändert sich nichts.',
  },
  when: {
    title: 'Wann',
    now: 'Nach der Vorschau, wenn Sie es sagen',
    later: 'Zu einer festen Zeit, ohne Vorschau',
    at: (zone) => `Zeit (${zone})`,
  },
  preview: 'Vorschau: was geschieht',
  schedule: 'Import planen',
  pickTime: 'Wählen Sie zuerst eine Zeit.',
}

const runWords: typeof en.runWords = {
  previewOf: (value) => `Vorschau von ${rows(value)}. Nichts wurde geändert.`,
  trying: 'Die Zeilen werden geprüft. Nichts ändert sich.',
  progress: 'Fortschritt',
  done: (now, all) => (all === null ? rows(now) : `${count(now)} von ${rows(all)}`),
  rate: (value) => `${count(value)} Zeilen/s`,
  left: (time) => `noch ${time}`,
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  cancel: (done) =>
    done === 0
      ? 'Import abbrechen'
      : plural(done, {
          one: 'Abbrechen: # fertige Zeile behalten',
          other: 'Abbrechen: # fertige Zeilen behalten',
        }),
  cancelSure: (done) => `Ja, abbrechen und ${rows(done)} behalten`,
  keep: 'Weiter importieren',
  importNow: (added, updated) =>
    [added > 0 ? `${count(added)} hinzufügen` : '', updated > 0 ? `${count(updated)} ändern` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Importieren: '),
  importAnyway: (what) => `${what}, und die anderen auslassen`,
  importNothing: 'Nichts zu importieren',
  pruning: (value) => `${count(value)} von der Liste nehmen`,
  expires: (at) => `Bis ${at} können Sie aus dieser Vorschau importieren.`,
  gone: 'Die Datei dieser Vorschau ist nicht mehr auf dem Server. Beginnen Sie neu, um sie zu importieren.',
  became: 'Diese Vorschau wurde importiert.',
  toImport: 'Zum Import',
  fromPreview: 'Zur Vorschau',
  added: (value, statuses) => {
    const said = statusesIn(Object.entries(statuses ?? {}).filter(([status]) => status !== 'active'))
    const added = `${people(value)} ${value === 1 ? 'wurde' : 'wurden'} hinzugefügt`
    return said.length === 0 ? `${added}.` : `${added}, davon ${said.join(', ')}: ohne Nachrichten.`
  },
  newNotActive: (value, { active, ...others }) =>
    `Von den ${count(value)} neuen Personen werden ${count(active ?? 0)} aktiv; ${statusesIn(Object.entries(others)).join(', ')}, ohne Nachrichten.`,
  changed: (value) => `${people(value)} ${value === 1 ? 'wurde' : 'wurden'} geändert.`,
  nothing: 'Niemand kam hinzu oder wurde geändert.',
  see: 'Zur Liste',
  failedRows: (value) =>
    plural(value, {
      one: 'Die gescheiterte Zeile korrigieren',
      other: 'Die # gescheiterten Zeilen korrigieren',
    }),
  again: 'Weitere Datei importieren',
  undo: (until) => `Rückgängig machen, bis ${until}`,
  undone: 'Dieser Import wurde rückgängig gemacht.',
  undoing: 'Der Import wird rückgängig gemacht.',
  seeUndo: 'Ergebnis ansehen',
  starts: (at) => `Beginnt am ${at}.`,
  classesOf: 'Was mit den Zeilen geschieht',
  settings: 'Wie importiert wurde',
  announce: (value) => `Import: ${value}`,
}

const undoWords: typeof en.undoWords = {
  title: (id) => `Import ${id} rückgängig machen`,
  counting: 'Es wird gezählt, was dabei geschähe',
  nothingYet: 'Noch wurde nichts geändert.',
  partly: (examined, all) =>
    `Bisher für ${count(examined)} von ${people(all)} gezählt. Sie können den Import rückgängig machen, bevor das Zählen endet.`,
  least: (number) => `Mindestens ${people(number)}`,
  would: {
    removed: 'werden entfernt: Der Import hat sie hinzugefügt.',
    restored: 'bekommen ihre früheren Werte zurück.',
    restored_partly: 'bekommen manche Werte zurück; die anderen wurden seither geändert und bleiben.',
    left_changed: 'bleiben: Sie wurden seither geändert.',
    left_departed: 'bleiben abgemeldet: Sie haben sich seither abgemeldet.',
    left_over_limit: 'bleiben: Die Grenze aktiver Personen ist erreicht.',
    left_gone: 'sind nicht mehr auf der Liste.',
  },
  has: {
    removed: 'wurden entfernt.',
    restored: 'bekamen ihre früheren Werte zurück.',
    restored_partly: 'bekamen manche Werte zurück; die anderen waren seither geändert worden.',
    left_changed: 'blieben: Sie waren geändert worden.',
    left_departed: 'blieben abgemeldet: Sie hatten sich seither abgemeldet.',
    left_over_limit: 'blieben: Die Grenze war erreicht.',
    left_gone: 'waren nicht mehr auf der Liste.',
  },
  people,
  nobody: 'Der Import hat niemanden geändert, also gibt es nichts rückgängig zu machen.',
  submit: 'Diesen Import rückgängig machen',
  download: 'Adressen herunterladen',
  only: 'Dieser Schritt lässt sich selbst nicht rückgängig machen.',
  done: (at) => `Rückgängig gemacht am ${at}.`,
  running: (done, all) => `${count(done)} von ${people(all)}`,
}

export { columnWords, importWords, ruleWords, runWords, sourceWords, undoWords }
