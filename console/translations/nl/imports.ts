import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, plural, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) => plural(value, { one: '# rij', other: '# rijen' })

const stays = 'blijven zoals ze zijn'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'nieuw', has: 'toegevoegd', tone: 'success' },
  updated: { would: 'wijzigen', has: 'gewijzigd', tone: 'info' },
  failed: { would: 'mislukken', has: 'mislukt', tone: 'danger' },
  skipped_overwrite: { would: `${stays}: al op de lijst`, has: 'ongewijzigd gelaten', tone: 'quiet' },
  skipped_active: { would: `${stays}: actief`, has: 'actief, ongewijzigd gelaten', tone: 'quiet' },
  skipped_unsubscribed: kept('blijven uitgeschreven', 'uitgeschreven gebleven', 'weggelaten: uitgeschreven'),
  skipped_scomp: kept('blijven als klacht', 'als klacht gebleven', 'weggelaten: klacht'),
  skipped_bounced: kept('blijven gebouncet', 'gebouncet gebleven', 'weggelaten: gebouncet'),
  skipped_deactivated: kept('blijven gedeactiveerd', 'gedeactiveerd gebleven', 'weggelaten: gedeactiveerd'),
  skipped_duplicate: { would: 'herhalen een eerdere rij', has: 'herhaalden een eerdere rij', tone: 'quiet' },
  skipped_over_limit: { would: 'vallen boven de limiet', has: 'vielen boven de limiet', tone: 'warning' },
  pruned: {
    would: 'gaan eraf: niet in het bestand',
    has: 'eraf gehaald: niet in het bestand',
    tone: 'warning',
  },
}

export const importWords: typeof en.importWords = {
  title: 'Imports',
  lead: 'Elk geïmporteerd bestand, en wat er met elke rij gebeurde.',
  start: 'Bestand importeren',
  file: 'Bestand',
  list: 'Lijst',
  state: 'Status',
  began: (zone) => `Begonnen (${zone})`,
  rowsHead: 'Rijen',
  pasted: pastedText,
  dryRun: 'voorbeeld',
  empty: {
    title: 'Nog geen imports',
    text: 'Neem een bestand zoals het is, uit Excel, Mailchimp of je webshop; je ziet wat er gebeurt voordat het gebeurt. Er wordt niets aan iemand verzonden.',
  },
  filter: { label: 'Tonen', recent: 'Laatste 14 dagen', active: 'Bezig', all: 'Alle' },
  states: {
    scheduled: 'wacht',
    downloading: 'downloaden',
    splitting: 'bestand lezen',
    importing: 'bezig',
    paused: 'gepauzeerd',
    finished: 'klaar',
    failed: 'mislukt',
    cancelled: 'geannuleerd',
  },
  steps: {
    label: 'Stappen van de import',
    names: { file: 'Bestand', columns: 'Kolommen', rules: 'Regels', preview: 'Voorbeeld', run: 'Uitvoeren' },
  },
  into: (list) => `Importeren in ${list}`,
  back: 'Terug',
  classes,
  row: {
    number: 'Rij',
    address: 'Adres',
    what: 'Wat er gebeurt',
    was: 'Wat er gebeurde',
    changes: 'Voor → na',
    none: 'niets',
    same: 'Er wijzigt geen veld',
    search: 'Een adres zoeken',
    all: 'Alle rijen',
    caption: 'Rijen van het bestand',
    no: 'Zulke rijen zijn er niet.',
    purged:
      'De rijen worden niet meer bewaard: logs worden zeven dagen na het einde van een import verwijderd.',
    pick: 'Kies hierboven een groep om alleen die rijen te zien en te downloaden.',
    later: 'Volgende rijen',
    first: 'Eerste rijen',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'Deze rijen downloaden',
    shows: 'Rijen tonen',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'Bestand importeren',
  list: 'In welke lijst?',
  listHint: 'De contacten in het bestand worden aan deze lijst toegevoegd.',
  chooseList: 'Kies een lijst',
  noList: 'Eerst een lijst',
  firstList: {
    text: 'Op een lijst staan de contacten die je schrijft. Deze krijgt de contacten uit je bestand.',
    name: 'Naam van de lijst',
    proposal: 'Nieuwsbrief',
    create: 'Lijst maken',
  },
  ways: {
    label: 'Waar is het bestand?',
    file: 'Op deze computer',
    paste: 'Plakken',
    url: 'Op een webadres',
    directory: 'Op de server',
    failed: 'Mislukte rijen',
  },
  drop: 'Zet hier een bestand neer',
  dropHint:
    'CSV, tekst of Excel, ook ingepakt, hoe groot ook. Het wordt eerst hier gelezen; er wordt nog niemand toegevoegd.',
  choose: 'Bestand kiezen',
  pasteLabel: 'Rijen',
  pasteHint: 'Gekopieerd uit een spreadsheet of e-mail: één contact per regel, met koppen als die er zijn.',
  pasteUse: 'Deze rijen lezen',
  url: 'Adres van het bestand',
  urlHint: 'De server haalt het op, tot 200 MB.',
  urlUse: 'Dit bestand lezen',
  directoryHint: 'Bestanden die de beheerder van de server in de uploadmap van je organisatie heeft gezet.',
  failedHint:
    'Mislukte rijen van een eerdere import in deze lijst: nadat een veld is gewijzigd, of met andere kolommen. Open die import om cellen te corrigeren.',
  failedEmpty:
    'Geen import in deze lijst heeft mislukte rijen die nog worden bewaard; ze worden zeven dagen bewaard.',
  useFailed: (value, file) => `${rows(value)} van ${file} lezen`,
  ofImport: (isPreview, at) => `${isPreview ? 'voorbeeld' : 'import'} van ${at}`,
  directoryEmpty: 'Er staan geen bestanden. De beheerder van de server kan er in de uploadmap zetten.',
  use: (name) => `${name} lezen`,
  sending: (sent, total) => `${percent(sent, total)} van ${size(total)} staat op de server`,
  cut: (sent, total) => `Verbinding verbroken bij ${percent(sent, total)}. Gaat vanzelf verder.`,
  goOn: 'Uploaden hervatten',
  stop: 'Uploaden stoppen',
  stopped: 'Het uploaden is gestopt. Wat is aangekomen, wordt een dag bewaard.',
  progress: 'Uploaden',
}

export const columnWords: typeof en.columnWords = {
  reading: 'Bestand lezen',
  facts: {
    head: 'koppen in de eerste rij',
    noHead: 'geen koppen',
    linesAbove: (count) => (count === 1 ? '1 regel boven de tabel' : `${count} regels boven de tabel`),
    dmy: 'datums als 31.12.',
    mdy: 'datums als 12/31',
    sure: { certain: 'zeker', likely: 'waarschijnlijk', guess: 'een gok' },
    separators: { ',': 'komma', ';': 'puntkomma', '\t': 'tab', '|': 'verticale streep' },
  },
  change: 'Wijzigen hoe het bestand wordt gelezen',
  hide: 'Klaar',
  skipped: (lines) => `Niet gelezen: ${lines}`,
  format: {
    headings: 'De eerste rij bevat koppen',
    linesAbove: 'Regels boven de tabel',
    characters: 'Tekenset',
    separator: 'Scheidingsteken',
    dates: 'Datums in cijfers',
    dmy: 'Dag eerst: 31.12.2026',
    mdy: 'Maand eerst: 12/31/2026',
    decimals: 'Decimale getallen',
    comma: 'Met een komma: 1.234,56',
    dot: 'Met een punt: 1,234.56',
  },
  column: (number) => `Kolom ${number}`,
  meaning: (header) => `Betekenis van ${header}`,
  skip: 'Niet importeren',
  newField: (name) => `Nieuw veld: ${name}`,
  attributes: 'Kenmerken',
  fields: 'Velden van de lijst',
  news: 'Nieuw',
  names: {
    email: 'E-mailadres',
    status: 'Status',
    confirmed: 'Bevestigd',
    email_format: 'Indeling van berichten',
    subscribe_time: 'Ingeschreven op',
    subscribe_ip: 'Ingeschreven vanaf (IP-adres)',
    remove_time: 'Uitgeschreven op',
    remove_ip: 'Uitgeschreven vanaf (IP-adres)',
    confirm_time: 'Bevestigd op',
    paused_until: 'Gepauzeerd tot',
    consent_form: 'Toestemming: formulier',
    consent_version: 'Toestemming: versie van de tekst',
    consent_given_at: 'Toestemming gegeven op',
    consent_given_ip: 'Toestemming gegeven vanaf (IP-adres)',
    consent_confirmed_at: 'Toestemming bevestigd op',
    consent_confirmed_ip: 'Toestemming bevestigd vanaf (IP-adres)',
  },
  types: {
    text: 'tekst',
    text_multiline: 'lange tekst',
    number: 'geheel getal',
    decimal: 'decimaal getal',
    date: 'datum',
    day_of_year: 'dag van het jaar',
    select_single_dropdown: 'één keuze',
    select_single_radio: 'één keuze',
    select_multiple_checkboxes: 'meerdere keuzes',
    boolean: 'ja of nee',
  },
  typeOf: (name) => `Type van ${name}`,
  optOut: {
    title: (header) => `De kolom ${header} zegt misschien wie zich heeft afgemeld`,
    apply: (what, header) =>
      `Contacten met ${what} in ${header}: als uitgeschreven importeren. Ze krijgen geen berichten.`,
    leaveOut: (what, header) =>
      `Contacten met ${what} in ${header}: weglaten. Ze worden niet geïmporteerd, en wie al op de lijst staat, blijft zoals het is.`,
    ignore: 'De kolom negeren: iedereen in het bestand mag berichten krijgen.',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `iets anders dan ‘${cells}’`,
    blank: 'niets',
    decide: 'Beslis dit voordat je verdergaat.',
    or: '’ of ‘',
  },
  choicesLost: (value) =>
    `Zo gelezen heeft het bestand een ander aantal kolommen. ${value === 1 ? 'De betekenis die je voor een kolom koos, telt' : `De betekenissen die je voor ${count(value)} kolommen koos, tellen`} niet. Lees het zoals eerder, dan ${value === 1 ? 'is die' : 'zijn ze'} terug.`,
  noEmail: 'Eén kolom moet het e-mailadres zijn. Kies dat boven de kolom met de adressen.',
  twice: (name) => `${name} is de betekenis van twee kolommen. Kies een andere voor een ervan.`,
  rowsRead: (value, isWhole) =>
    isWhole ? `Alle ${rows(value)} gelezen.` : `De eerste ${rows(value)} gelezen.`,
  table: 'De eerste rijen van het bestand',
  keys: (hasLetters) =>
    `Toetsen op een kop: ← en → kiezen een kolom, Enter opent de betekenis${hasLetters ? ', A neemt alle voorstellen over' : ''}.`,
  takeAll: 'Alle voorstellen overnemen',
  allTaken: 'Elke kolom heeft de voorgestelde betekenis.',
  next: 'Volgende: Regels',
  other: 'Ander bestand kiezen',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'Contacten die nog niet op de lijst staan',
    status: 'worden toegevoegd als',
    statuses: {
      active: 'actief: ze krijgen berichten',
      unsubscribed: 'uitgeschreven',
      deactivated: 'gedeactiveerd',
    },
    example: (address) => `Staat ${address} niet op de lijst, dan wordt het toegevoegd.`,
    letters: 'Autoresponders voor hen starten, zoals bij inschrijven.',
  },
  known: {
    title: 'Contacten die al op de lijst staan',
    leave: 'blijven zoals ze zijn.',
    update: 'krijgen wat het bestand zegt.',
    example: (address, fields) =>
      fields.length === 0
        ? `${address} blijft zoals het is: geen kolom van het bestand is een veld.`
        : `Staat ${address} op de lijst: ${fields.join(', ')}.`,
    becomes: (name, value) => `${name} wordt ${value === '' ? 'leeg' : value}`,
    stays: (address) => `Staat ${address} op de lijst, dan verandert er niets.`,
  },
  left: {
    title: 'Contacten die zich hebben uitgeschreven',
    stay: 'Blijven uitgeschreven. Het bestand haalt ze niet terug.',
    fields: 'Ook hun velden wijzigen.',
    back: 'Weer actief maken.',
    consent: 'Ik heb hun nieuwe toestemming.',
    warning:
      'Wie zich heeft uitgeschreven en weer berichten krijgt, kan ze als spam melden. De auditlog legt dit vast.',
  },
  badCells: {
    title: 'Cellen die niet passen, zoals een verjaardag die geen datum is',
    fail: 'laten hun rij mislukken: het contact wordt niet geïmporteerd.',
    empty: 'blijven leeg: het contact wordt zonder die cellen geïmporteerd.',
    hint: 'Het voorbeeld telt ze kolom voor kolom. Zonder bruikbaar adres wordt niemand geïmporteerd.',
  },
  missing: {
    title: 'Contacten op de lijst die niet in het bestand staan',
    keep: 'blijven erop.',
    deactivate: 'worden gedeactiveerd.',
    unsubscribe: 'worden uitgeschreven.',
    limit: 'Hoogstens',
    limitHint: 'Een aantal contacten, of een deel zoals 10%. Zijn het er meer, dan wordt er niets gewijzigd.',
  },
  when: {
    title: 'Wanneer',
    now: 'Na het voorbeeld, als je het zegt',
    later: 'Op een vast tijdstip, zonder voorbeeld',
    at: (zone) => `Tijd (${zone})`,
  },
  preview: 'Voorbeeld van wat er gebeurt',
  schedule: 'Import plannen',
  pickTime: 'Kies eerst een tijdstip.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'uitgeschreven',
  scomp: 'als klacht',
  bounced: 'gebouncet',
  deactivated: 'gedeactiveerd',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `Voorbeeld van ${rows(value)}. Er is niets gewijzigd.`,
  trying: 'De rijen worden gecontroleerd. Er verandert niets.',
  progress: 'Voortgang',
  done: (now, all) => (all === null ? rows(now) : `${count(now)} van ${rows(all)}`),
  rate: (value) => `${count(value)} rijen/s`,
  left: (time) => `nog ${time}`,
  pause: 'Pauzeren',
  resume: 'Hervatten',
  cancel: (done) =>
    done === 0
      ? 'Import annuleren'
      : `Annuleren: de ${rows(done)} houden die klaar ${plural(done, { one: 'is', other: 'zijn' })}`,
  cancelSure: (done) => `Ja, annuleren en ${rows(done)} houden`,
  keep: 'Verder importeren',
  importNow: (added, updated) =>
    [added > 0 ? `${count(added)} toevoegen` : '', updated > 0 ? `${count(updated)} wijzigen` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Importeren: '),
  importAnyway: (what) => `${what}, en de andere weglaten`,
  importNothing: 'Niets om te importeren',
  pruning: (value) => `${count(value)} eraf halen`,
  expires: (at) => `Je kunt vanuit dit voorbeeld importeren tot ${at}.`,
  gone: 'Het bestand van dit voorbeeld staat niet meer op de server. Begin opnieuw om het te importeren.',
  became: 'Dit voorbeeld is geïmporteerd.',
  toImport: 'Import bekijken',
  fromPreview: 'Voorbeeld bekijken',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    const added = `${people(value)} toegevoegd`
    return said.length === 0
      ? `${added}.`
      : `${added}, van wie ${said.join(', ')}: die krijgen geen berichten.`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    return `Van de ${count(value)} nieuwe contacten ${plural(active ?? 0, { one: 'wordt', other: 'worden' })} er ${count(active ?? 0)} actief; ${said.join(', ')}, die geen berichten krijgen.`
  },
  changed: (value) => `${people(value)} gewijzigd.`,
  nothing: 'Niemand is toegevoegd of gewijzigd.',
  see: 'Lijst bekijken',
  failedRows: (value) =>
    value === 1
      ? 'Mislukte rij corrigeren'
      : `De ${rows(value)} corrigeren die ${plural(value, { one: 'mislukte', other: 'mislukten' })}`,
  again: 'Ander bestand importeren',
  undo: (until) => `Terug te draaien tot ${until}`,
  undone: 'Deze import is teruggedraaid.',
  undoing: 'De import wordt teruggedraaid.',
  seeUndo: 'Resultaat bekijken',
  starts: (at) => `Begint ${at}.`,
  classesOf: 'Wat er met de rijen gebeurt',
  settings: 'Hoe is geïmporteerd',
  announce: (value) => `Import: ${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `Import ${id} terugdraaien`,
  counting: 'Tellen wat terugdraaien zou doen',
  nothingYet: 'Er is nog niets gewijzigd.',
  partly: (examined, all) =>
    `Tot nu toe geteld voor ${count(examined)} van ${people(all)}. Je kunt de import terugdraaien voordat het tellen klaar is.`,
  least: (number) => `Minstens ${people(number)}`,
  would: {
    removed: 'gaan eraf: toegevoegd door de import.',
    restored: 'krijgen hun vorige waarden terug.',
    restored_partly: 'krijgen sommige waarden terug; de andere zijn sindsdien gewijzigd en blijven.',
    left_changed: 'blijven: sindsdien gewijzigd.',
    left_departed: 'blijven uitgeschreven: sindsdien uitgeschreven.',
    left_over_limit: 'blijven: de limiet voor actieve contacten is bereikt.',
    left_gone: 'staan niet meer op de lijst.',
  },
  has: {
    removed: 'eraf gehaald.',
    restored: 'kregen hun vorige waarden terug.',
    restored_partly: 'kregen sommige waarden terug; de andere waren sindsdien gewijzigd.',
    left_changed: 'bleven: sindsdien gewijzigd.',
    left_departed: 'bleven uitgeschreven: sindsdien uitgeschreven.',
    left_over_limit: 'bleven: de limiet was bereikt.',
    left_gone: 'stonden niet meer op de lijst.',
  },
  people,
  nobody: 'De import heeft niemand gewijzigd, er is dus niets terug te draaien.',
  submit: 'Deze import terugdraaien',
  download: 'Adressen downloaden',
  only: 'Terugdraaien kan niet ongedaan worden gemaakt.',
  done: (at) => `Teruggedraaid ${at}.`,
  running: (done, all) => `${count(done)} van ${people(all)}`,
}
