import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone, plural } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'attivo',
  unsubscribed: 'disiscritto',
  bounced: 'bounce',
  scomp: 'segnalazione',
  deactivated: 'disattivato',
}

const messageStates: Record<string, string> = {
  accepted: '– inviato',
  deferred: '– nuovo tentativo previsto:',
  bounced: '– bounce:',
  skipped: '– non inviato:',
  uncertain: '– forse inviato, forse no:',
}

export const peopleWords: typeof en.peopleWords = {
  title: 'Contatti',
  lead: 'Tutti i contatti delle tue liste. Un contatto presente in due liste compare due volte.',
  search: 'Cerca',
  searchHint: 'Indirizzo, oppure @ e dominio',
  list: 'Lista',
  allLists: 'Tutte le liste',
  status: 'Stato',
  anyStatus: 'Qualsiasi stato',
  order: 'Ordine',
  orders: { email: 'Per indirizzo', newest: 'Prima i più recenti' },
  columns: 'Colonne',
  email: 'Indirizzo',
  joined: 'Iscrizione',
  added: 'Aggiunto',
  people,
  soFar: (value) =>
    `${people(value)} ${plural(value, { one: 'trovato', other: 'trovati' })} finora, ricerca in corso`,
  empty: {
    title: 'Ancora nessuno',
    text: 'Importa un file, pubblica un modulo, usa l’API o aggiungi contatti uno alla volta nella pagina di una lista.',
    import: 'Importa un file',
  },
  none: (q) => ({
    title: 'Nessuno trovato',
    text:
      q === ''
        ? 'Nessuno qui ha questo stato. Scegline un altro.'
        : q.startsWith('@')
          ? 'Nessun dominio inizia così. Per trovare un indirizzo, togli la @.'
          : `Nessun indirizzo inizia così. Per trovare un dominio, scrivi @${q}.`,
  }),
  ofDomain: (q) => `Cerca @${q} tra i domini`,
  zone: (zone) => `Orari di ${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `Orari di ${zone}.`,
  what: 'Dettagli',
  lists: 'Liste',
  history: 'Cronologia',
  status: 'Stato',
  editWord: 'Modifica',
  edit: (name) => `Modifica ${name}`,
  save: 'Salva',
  undoWord: 'Annulla',
  undo: (name) => `Annulla la modifica di ${name}`,
  changed: (name) => `${name} è stato modificato.`,
  nothing: 'Vuoto',
  yes: 'Sì',
  no: 'No',
  required: 'Questo campo richiede un valore.',
  left: {
    unsubscribed: 'Questo contatto si è disiscritto. Riattivalo solo se te lo ha chiesto.',
    bounced: 'I messaggi a questo indirizzo generano bounce. Riattivalo solo se sai che funziona.',
    scomp: 'Questo contatto ha segnalato un messaggio come spam. Riattivalo solo se te lo ha chiesto.',
    deactivated: 'Questo contatto è disattivato e non riceve messaggi.',
    active: '',
  },
  activate: 'Riattiva',
  deactivate: 'Disiscrivi',
  deactivated: 'Questo contatto è stato disiscritto.',
  parts: { all: 'Tutto', messages: 'Messaggi', changes: 'Modifiche', imports: 'Importazioni' },
  older: 'Precedenti',
  noHistory: {
    title: 'Qui non c’è nulla',
    text: 'Messaggi, aperture, clic e modifiche compaiono man mano. Le importazioni vengono conservate per sette giorni.',
  },
  data: {
    title: 'Tutti i dati di questo contatto',
    text: 'Un file con tutto ciò che è memorizzato sull’indirizzo nelle liste visibili a te: campi, stato, consensi, messaggi, aperture, clic, importazioni e altro. Il download resta nel registro di audit.',
    page: 'Pagina da leggere e stampare',
    json: 'JSON per programmi',
  },
  erase: {
    title: 'Cancella definitivamente questo contatto',
    text: 'Rimuove l’indirizzo e tutto ciò che lo riguarda da tutte le liste, dai registri di importazione, dalle anteprime e dalle liste di controllo. I dati delle campagne restano. Le liste di esclusione lo conservano come hash, così non riceverà mai un messaggio. L’operazione non può essere annullata.',
    type: 'Scrivi l’indirizzo per cancellarlo',
    submit: (email) => `Cancella ${email}`,
    despite: 'Cancella anche se importazioni non completate possono riportare l’indirizzo',
    done: (email) => `${email} è stato cancellato.`,
    several: {
      open: 'Cancella più indirizzi',
      addresses: 'Indirizzi',
      hint: 'Uno per riga, al massimo 1.000.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` e altri ${count(lines.length - 3)}` : ''}: indirizzi non validi.`,
      tooMany: 'Sono più di 1.000: cancella gli altri dopo.',
      type: (number) => `Scrivi ${number} per cancellarli`,
      text: 'Vengono cancellati tutti insieme, o nessuno se qualcosa non riesce.',
      despite: 'Cancella anche se importazioni non completate possono riportare indirizzi',
      submit: (number) => (number === 1 ? 'Cancella 1 indirizzo' : `Cancella ${count(number)} indirizzi`),
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `, ${count(event.times)} volte finora` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'si è iscritto' : `si è iscritto da ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'ha confermato l’iscrizione'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'si è disiscritto' : statusOf(event.state)}${event.ip === null ? '' : ` da ${event.ip}`}`
    case 'status_changed':
      return `stato: ${changesOf(event)}${message === '' ? '' : `, con il link in ${message}`}`
    case 'paused':
      return `ha iniziato una pausa${event.until === null ? '' : ` fino a ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'ha terminato la pausa'
    case 'details_changed':
      return `ha modificato i propri dati${message === '' ? '' : `, con il link in ${message}`}`
    case 'address_changed':
      return 'ha cambiato indirizzo, ed entrambi gli indirizzi lo hanno confermato'
    case 'imported':
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'aggiunto alla lista' : changesOf(event) || 'lasciato invariato'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, '– bounce successivo:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `ha aperto ${message}${times}`
    case 'clicked':
      return `ha fatto clic in ${message}${times}: ${event.urls.join(', ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `, e ha accettato (versione ${consent.version}): «${consent.text}»`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `; confermato ${instantWithoutZone(consent.confirmed_at, zone)} da ${consent.confirmed_ip ?? ''}`
  return `si è iscritto con il modulo ${form?.name ?? ''}${ip === null ? '' : ` da ${ip}`}${agreed}${confirmed}`
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
  chooseAll: 'Seleziona tutti i risultati',
  choose: (email) => `Seleziona ${email}`,
  column: 'Selezione',
  chosen: (value) => `${people(value)} ${plural(value, { one: 'selezionato', other: 'selezionati' })}`,
  chosenAll: 'Tutti i risultati sono selezionati',
  none: 'Annulla la selezione',
  actions: {
    leave: 'Disiscrivi',
    deactivate: 'Disattiva',
    activate: 'Attiva',
    field: 'Imposta un campo',
    copy: 'Copia in una lista',
    delete: 'Elimina',
  },
  export: {
    action: 'Esporta…',
    explain: (who) =>
      `${who}. Il file contiene tutti i loro campi, e un’importazione può rileggerlo. Lo trovi in Esportazioni.`,
    submit: (who) => `Esporta ${who}`,
  },
  counting: 'Conteggio…',
  uncounted: 'Più contatti di quanti se ne potessero contare in 5 secondi.',
  explain: {
    leave: (who) =>
      `${who}. Quelli attivi o disattivati vengono disiscritti. Quelli in bounce o segnalati restano invariati.`,
    deactivate: (who) => `${who}. Quelli attivi non ricevono più messaggi finché qualcuno non li riattiva.`,
    activate: (who) => `${who}. Quelli in bounce o disattivati diventano attivi, fino al limite di contatti.`,
    field: (who) => `${who}. Ognuno riceve questo valore al posto del proprio.`,
    copy: (who) =>
      `${who}. Quelli attivi vengono aggiunti all’altra lista. Quelli già presenti restano invariati.`,
    delete: (who) =>
      `${who}. Vengono tolti da questa lista, con i messaggi che li attendono. L’operazione non può essere annullata.`,
  },
  field: 'Campo',
  toList: 'Lista',
  despite: 'Anche disiscritti o segnalati: ho il loro nuovo consenso',
  greet: 'Avvia per loro gli autorisponditori di quella lista',
  submit: {
    leave: (who) => `Disiscrivi ${who}`,
    deactivate: (who) => `Disattiva ${who}`,
    activate: (who) => `Attiva ${who}`,
    field: (who) => `Imposta il campo per ${who}`,
    copy: (who) => `Copia ${who}`,
    delete: (who) => `Elimina ${who}`,
  },
  people,
  them: 'questi contatti',
  back: 'Indietro',
  progress: 'Modifiche in blocco',
  cancel: 'Annulla il resto',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `${count(stats.people_done)}${stats.people_total === null ? '' : ` di ${count(stats.people_total)}`} ${plural(stats.people_done, { one: 'verificato', other: 'verificati' })}`
    const failed = stats.people_failed === 0 ? '' : `, impossibile modificare ${people(stats.people_failed)}`
    if (state === 'scheduled') return 'inizia tra un momento'
    if (state === 'running')
      return `${done}, ${plural(stats.people_changed, { one: '# modificato', other: '# modificati' })}`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'Annullata: ' : ''}${people(stats.people_changed)} ${plural(stats.people_changed, { one: 'modificato', other: 'modificati' })}${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'Elimina'
    if (action === 'copy') return to === null ? 'Copia in un’altra lista' : `Copia in ${to.name}`
    if (action === 'set_field') return `Imposta ${field?.name ?? ''}`
    return status === 'active' ? 'Attiva' : status === 'deactivated' ? 'Disattiva' : 'Disiscrivi'
  },
}
