import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count, plural } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuto', other: 'minuti' },
  hours: { one: 'ora', other: 'ore' },
  days: { one: 'giorno', other: 'giorni' },
  weeks: { one: 'settimana', other: 'settimane' },
}

const weekdays = ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length =
    amount === 0 ? '' : `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} dopo`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} o ${names.at(-1)}`
  const next =
    time === null
      ? on === ''
        ? ''
        : `il prossimo ${on}`
      : `alle prossime ${time}${on === '' ? '' : `, ${on}`}`
  if (length === '' && next === '') return 'Subito'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}, poi ${next}`
}

const previous = {
  any: '',
  opened: 'il messaggio precedente è stato aperto',
  not_opened: 'il messaggio precedente non è stato aperto',
  clicked: 'c’è stato un clic su un link del messaggio precedente',
  not_clicked: 'non c’è stato alcun clic sui link del messaggio precedente',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `vale: «${phrase}»`
  return sentence === '' ? '' : `vale: «${sentence.replace(/\.$/, '')}»`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `il contatto è in ${name}`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `Solo se ${parts.join(', e se ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = { end: 'Altrimenti la sequenza termina', skip: 'Altrimenti questo passaggio viene saltato' }

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'Sequenza',
    steps: 'Passaggi',
    none: 'Nulla segue il messaggio. Aggiungi passaggi per farne una sequenza, come un corso o un promemoria.',
    first: 'Primo messaggio',
    blank: 'Non ha ancora un oggetto.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `${plural(sent, { one: '# inviato', other: '# inviati' })}, ${plural(opened, { one: '# aperto', other: '# aperti' })}, ${count(clicked)} con clic`,
    waiting: (value, isExact) => `${people(value, isExact)} in attesa`,
    nobodyWaits: 'Nessuno attende',
    ended: (value) => `la sequenza è terminata qui per ${people(value)}`,
    skipped: (value) => `${people(value)} ${plural(value, { one: 'lo ha', other: 'lo hanno' })} saltato`,
    stuck: (reason) => `I suoi messaggi attendono: ${reason}.`,
    removed: (name) => `${name} (rimosso): chi attende qui continua all’ora in cui sarebbe stato previsto.`,
    paused: 'Mentre è in pausa, tutti mantengono posto e orario.',
    edit: (name) => `Modifica il messaggio di ${name}`,
    editWord: 'Modifica il messaggio',
    change: 'Attesa e condizione',
    changeOf: (name) => `Modifica attesa e condizione di ${name}`,
    up: (name) => `Sposta su ${name}`,
    down: (name) => `Sposta giù ${name}`,
    remove: (name) => `Rimuovi ${name}`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'Nessuno lo attende. Ciò che è stato inviato resta nei report.'
        : `${people(value, isExact)} ${plural(value, { one: 'lo attende e continuerà', other: 'lo attendono e continueranno' })} senza il suo messaggio all’ora in cui sarebbe stato previsto. Ciò che è stato inviato resta nei report.`,
    removeDo: 'Rimuovi il passaggio',
    add: 'Aggiungi un passaggio',
    fresh: {
      title: 'Nuovo passaggio',
      lead: 'Viene aggiunto quando salvi il messaggio. Lo ricevono i contatti che non hanno ancora raggiunto il suo posto.',
      save: 'Aggiungi il passaggio',
    },
    message: (name) => `Messaggio di ${name}`,
    fields: {
      name: 'Nome del passaggio',
      amount: 'Attesa dopo il messaggio precedente',
      unit: 'Unità',
      units: { minutes: 'minuti', hours: 'ore', days: 'giorni', weeks: 'settimane' },
      time: 'Poi attendi fino a quest’ora del giorno',
      timeHint: (zone) => `Vuoto: a qualsiasi ora. Nel fuso ${zone}.`,
      weekdays: 'Solo in questi giorni',
      weekdaysHint: 'Nessuno scelto: qualsiasi giorno.',
      weekdayNames: weekdays,
      previous: 'Solo contatti che',
      previousKinds: {
        any: 'hanno fatto qualsiasi cosa o nulla',
        opened: 'hanno aperto il messaggio precedente',
        not_opened: 'non hanno aperto il messaggio precedente',
        clicked: 'hanno fatto clic su un link del messaggio precedente',
        not_clicked: 'non hanno fatto clic su un link del messaggio precedente',
      },
      segment: 'Solo i contatti di questo segmento',
      anybody: 'Nessun segmento',
      ownClauses: 'Condizioni solo di questo passaggio',
      loading: 'Caricamento…',
      otherwise: 'Per tutti gli altri',
      otherwiseKinds: { end: 'la sequenza termina', skip: 'il passaggio viene saltato' },
      save: 'Salva il passaggio',
      keeps: 'Chi attende già mantiene il proprio orario.',
    },
    places: {
      title: (name) => `Contatti in ${name}`,
      lead: 'I contatti che si trovano tra due messaggi, e che cosa viene dopo.',
      caption: 'Contatti nella sequenza',
      step: 'Attende',
      everyStep: 'Tutti i passaggi',
      person: 'Contatto',
      due: 'Previsto',
      entered: 'Da',
      takeOut: (email) => `Togli ${email}`,
      takeOutWord: 'Togli',
      takeOutText: 'Non riceve più messaggi di questa sequenza, a meno che qualcosa la attivi di nuovo.',
      takeOutDo: 'Togli il contatto',
      empty: {
        title: 'Nessuno è in attesa',
        text: 'I contatti sono elencati qui dal primo all’ultimo messaggio.',
      },
      removedStep: (name) => `${name} (rimosso)`,
      zone: (zone) => `Orari di ${zone}.`,
    },
    ofPerson: {
      title: 'Sequenze',
      none: 'Ora non è in nessuna sequenza.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'in pausa',
    },
  },
}
