import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'actief',
  unsubscribed: 'uitgeschreven',
  bounced: 'gebouncet',
  scomp: 'klacht',
  deactivated: 'gedeactiveerd',
}

const messageStates: Record<string, string> = {
  accepted: 'is verzonden',
  deferred: 'wordt opnieuw geprobeerd:',
  bounced: 'is gebouncet:',
  skipped: 'is niet verzonden:',
  uncertain: 'is misschien wel, misschien niet verzonden:',
}

export const peopleWords: typeof en.peopleWords = {
  title: 'Contacten',
  lead: 'Iedereen op je lijsten. Een contact op twee lijsten staat er twee keer.',
  search: 'Zoeken',
  searchHint: 'Adres, of @ en domein',
  list: 'Lijst',
  allLists: 'Alle lijsten',
  status: 'Status',
  anyStatus: 'Elke status',
  order: 'Volgorde',
  orders: { email: 'Op adres', newest: 'Nieuwste eerst' },
  columns: 'Kolommen',
  email: 'Adres',
  joined: 'Ingeschreven',
  added: 'Toegevoegd',
  people,
  soFar: (value) => `${people(value)} gevonden, er wordt nog gezocht`,
  empty: {
    title: 'Nog niemand',
    text: 'Importeer een bestand, publiceer een formulier, gebruik de API of voeg contacten een voor een toe op de pagina van een lijst.',
    import: 'Bestand importeren',
  },
  none: (q) => ({
    title: 'Niemand gevonden',
    text:
      q === ''
        ? 'Niemand heeft hier deze status. Kies een andere.'
        : q.startsWith('@')
          ? 'Geen domein begint zo. Laat de @ weg om een adres te vinden.'
          : `Geen adres begint zo. Schrijf @${q} om een domein te vinden.`,
  }),
  ofDomain: (q) => `Domeinen zoeken met @${q}`,
  zone: (zone) => `Tijden in ${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `Tijden in ${zone}.`,
  what: 'Details',
  lists: 'Lijsten',
  history: 'Geschiedenis',
  status: 'Status',
  editWord: 'Wijzigen',
  edit: (name) => `${name} wijzigen`,
  save: 'Opslaan',
  undoWord: 'Ongedaan maken',
  undo: (name) => `De wijziging van ${name} ongedaan maken`,
  changed: (name) => `${name} is gewijzigd.`,
  nothing: 'Leeg',
  yes: 'Ja',
  no: 'Nee',
  required: 'Dit veld heeft een waarde nodig.',
  left: {
    unsubscribed: 'Dit contact heeft zich uitgeschreven. Maak het alleen weer actief als daarom is gevraagd.',
    bounced: 'Berichten aan dit adres bouncen. Maak het alleen weer actief als je weet dat het werkt.',
    scomp:
      'Dit contact heeft een bericht als spam gemeld. Maak het alleen weer actief als daarom is gevraagd.',
    deactivated: 'Dit contact is gedeactiveerd en krijgt geen berichten.',
    active: '',
  },
  activate: 'Weer actief maken',
  deactivate: 'Uitschrijven',
  deactivated: 'Dit contact is uitgeschreven.',
  parts: { all: 'Alles', messages: 'Berichten', changes: 'Wijzigingen', imports: 'Imports' },
  older: 'Ouder',
  noHistory: {
    title: 'Hier is niets',
    text: 'Berichten, openingen, klikken en wijzigingen verschijnen zodra ze gebeuren. Imports worden zeven dagen bewaard.',
  },
  data: {
    title: 'Alle gegevens van dit contact',
    text: 'Eén bestand met alles wat over het adres is opgeslagen op de lijsten die u ziet: velden, status, toestemmingen, berichten, openingen, klikken, imports en meer. De download staat in het auditlog.',
    page: 'Pagina om te lezen en af te drukken',
    json: 'JSON voor programma’s',
  },
  erase: {
    title: 'Dit contact wissen',
    text: 'Verwijdert het adres en alles wat erover is vastgelegd uit alle lijsten, importlogs, voorbeelden en testlijsten. Campagnecijfers blijven. Blokkeerlijsten bewaren het als hash, zodat het nooit meer een bericht krijgt. Dit kan niet ongedaan worden gemaakt.',
    type: 'Typ het adres om het te wissen',
    submit: (email) => `${email} wissen`,
    despite: 'Wissen, ook al kunnen onvoltooide imports het adres terugbrengen',
    done: (email) => `${email} is gewist.`,
    several: {
      open: 'Meerdere adressen wissen',
      addresses: 'Adressen',
      hint: 'Eén per regel, hoogstens 1.000.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` en nog ${count(lines.length - 3)}` : ''}: geen geldige adressen.`,
      tooMany: 'Dit zijn er meer dan 1.000: wis de andere daarna.',
      type: (number) => `Typ ${number} om ze te wissen`,
      text: 'Ze worden allemaal tegelijk gewist, of geen enkele als er iets mislukt.',
      despite: 'Wissen, ook al kunnen onvoltooide imports adressen terugbrengen',
      submit: (number) => (number === 1 ? '1 adres wissen' : `${count(number)} adressen wissen`),
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, tot nu toe ${count(event.times)} keer` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'schreef zich in' : `schreef zich in vanaf ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'bevestigde de inschrijving'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'schreef zich uit' : statusOf(event.state)}${event.ip === null ? '' : ` vanaf ${event.ip}`}`
    case 'status_changed':
      return `status: ${changesOf(event)}${message === '' ? '' : `, via de link in ${message}`}`
    case 'paused':
      return `begon een pauze${event.until === null ? '' : ` tot ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'beëindigde de pauze'
    case 'details_changed':
      return `wijzigde de eigen gegevens${message === '' ? '' : `, via de link in ${message}`}`
    case 'address_changed':
      return 'wijzigde het adres, en beide adressen bevestigden dat'
    case 'imported':
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'toegevoegd aan de lijst' : changesOf(event) || 'ongewijzigd gelaten'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, 'is later gebouncet:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `opende ${message}${times}`
    case 'clicked':
      return `klikte in ${message}${times}: ${event.urls.join(', ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `, en ging akkoord (versie ${consent.version}): ‘${consent.text}’`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `; bevestigd ${instantWithoutZone(consent.confirmed_at, zone)} vanaf ${consent.confirmed_ip ?? ''}`
  return `schreef zich in met het formulier ${form?.name ?? ''}${ip === null ? '' : ` vanaf ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join(', ')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords: typeof en.bulkWords = {
  chooseAll: 'Alle resultaten selecteren',
  choose: (email) => `${email} selecteren`,
  column: 'Selectie',
  chosen: (value) => `${people(value)} geselecteerd`,
  chosenAll: 'Alle resultaten zijn geselecteerd',
  none: 'Selectie wissen',
  actions: {
    leave: 'Uitschrijven',
    deactivate: 'Deactiveren',
    activate: 'Activeren',
    field: 'Veld instellen',
    copy: 'Naar een lijst kopiëren',
    delete: 'Verwijderen',
  },
  export: {
    action: 'Exporteren…',
    explain: (who) =>
      `${who}. Het bestand bevat al hun velden, en een import kan het weer inlezen. Je vindt het onder Exports.`,
    submit: (who) => `${who} exporteren`,
  },
  counting: 'Tellen…',
  uncounted: 'Meer contacten dan in 5 seconden konden worden geteld.',
  explain: {
    leave: (who) =>
      `${who}. Wie actief of gedeactiveerd is, wordt uitgeschreven. Wie is gebouncet of heeft geklaagd, blijft zoals het is.`,
    deactivate: (who) =>
      `${who}. Wie actief is, krijgt geen berichten meer totdat iemand het weer activeert.`,
    activate: (who) =>
      `${who}. Wie is gebouncet of gedeactiveerd, wordt actief, tot de limiet van contacten.`,
    field: (who) => `${who}. Elk contact krijgt deze waarde in plaats van de eigen waarde.`,
    copy: (who) =>
      `${who}. Wie actief is, wordt aan de andere lijst toegevoegd. Wie er al op staat, blijft zoals het is.`,
    delete: (who) =>
      `${who}. Ze worden van deze lijst verwijderd, met de berichten die op hen wachten. Dit kan niet ongedaan worden gemaakt.`,
  },
  field: 'Veld',
  toList: 'Lijst',
  despite: 'Ook wie zich heeft uitgeschreven of heeft geklaagd: ik heb hun nieuwe toestemming',
  greet: 'De autoresponders van die lijst voor hen starten',
  submit: {
    leave: (who) => `${who} uitschrijven`,
    deactivate: (who) => `${who} deactiveren`,
    activate: (who) => `${who} activeren`,
    field: (who) => `Veld instellen voor ${who}`,
    copy: (who) => `${who} kopiëren`,
    delete: (who) => `${who} verwijderen`,
  },
  people,
  them: 'deze contacten',
  back: 'Terug',
  progress: 'Bulkwijzigingen',
  cancel: 'De rest annuleren',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` van ${count(stats.people_total)}`} gecontroleerd`
    const failed = stats.people_failed === 0 ? '' : `, ${people(stats.people_failed)} niet te wijzigen`
    if (state === 'scheduled') return 'begint zo'
    if (state === 'running') return `${done}, ${count(stats.people_changed)} gewijzigd`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Geannuleerd: ' : ''}${people(stats.people_changed)} gewijzigd${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'Verwijderen'
    if (action === 'copy') return to === null ? 'Kopiëren naar een andere lijst' : `Kopiëren naar ${to.name}`
    if (action === 'set_field') return `${field?.name ?? ''} instellen`
    return status === 'active' ? 'Activeren' : status === 'deactivated' ? 'Deactiveren' : 'Uitschrijven'
  },
}
