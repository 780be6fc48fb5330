import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` il ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : ` fino al ${instant(end, zone)}`)
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'non attivo'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `Il server di posta lo ha accettato${on(reason, zone)}.`,
  bounced: (reason, zone) => `Ha generato un bounce${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `Un server di posta lo ha rifiutato per ora${said(reason)}. Il prossimo tentativo attende${until(reason, zone)}.`,
  uncertain: () =>
    'Forse è partito, forse no: la connessione o il server si è interrotto durante la consegna.',
  being_sent: () => 'La consegna è in corso.',
  sending_rule: ({ text }) => `Escluso: ${text ?? 'una regola di invio'}.`,
  failed: (reason) => `Non è stato possibile comporre il messaggio${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Attende la sua ora (un ritardo, il fuso orario o le ore di una regola di invio)${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'La campagna non è ancora programmata.'
      : `La campagna inizia il ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'Non è ancora arrivata a questo contatto.'
      : text === 'paused'
        ? 'È in pausa e non è ancora arrivata a questo contatto.'
        : `Non è ancora arrivata a questo contatto; attende: ${text}.`,
  winner_pending: (reason, zone) =>
    `Questo contatto riceve la versione vincitrice del test A/B, scelta${reason.until === null ? ' dopo il test' : ` il ${instant(reason.until, zone)}`}.`,
  campaign_ended: ({ text }) =>
    text === 'failed'
      ? 'La campagna non è riuscita prima del suo turno.'
      : 'La campagna è stata annullata prima del suo turno.',
  joined_later: (reason, zone) =>
    `Si è unito alla lista dopo l’inizio della campagna${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `Il suo stato ${reason.at === null ? 'allora' : `dal ${instant(reason.at, zone)}`}: ${stateOf(reason.text)}.`,
  suppressed: (reason, zone) =>
    `Il suo indirizzo era nella lista di esclusione ${reason.text ?? 'del sistema'}${reason.at === null ? '' : ` dal ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `Aveva messo in pausa i messaggi${until(reason, zone)}.`,
  not_in_segment: () => 'Non era nel segmento.',
  not_in_query: () => 'Non era tra le righe della query.',
  joined_before: (reason, zone) =>
    `Si è unito alla lista prima che esistesse l’autorisponditore${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'Ciò che lo avvia non è accaduto per questo contatto.',
  earlier_step: (reason, zone) =>
    `Attende un passaggio precedente${reason.text === null ? '' : ` («${reason.text}»)`}${until(reason, zone)}.`,
  step_condition: () =>
    'Ha superato questo passaggio: la sua condizione, o una regola di invio, lo ha escluso.',
  sequence_over: () => 'Non è più nella sequenza.',
  unknown: () => 'Nulla di ciò che è conservato dice perché.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `Il suo stato: ${stateOf(reason.text)}${reason.at === null ? '. Da quando non è registrato' : ` dal ${instant(reason.at, zone)}, durante l’invio della campagna`}.`,
  suppressed: (reason, zone) =>
    `Il suo indirizzo è nella lista di esclusione ${reason.text ?? 'del sistema'}${reason.at === null ? '' : ` dal ${instant(reason.at, zone)}`}. Non è registrato se lo fosse prima del suo turno.`,
  paused: (reason, zone) =>
    `Ha messo in pausa i messaggi${until(reason, zone)}. Non è registrato se fosse prima del suo turno.`,
  not_in_segment: () => 'Ora non è nel segmento. Non è registrato se allora lo fosse.',
  not_in_query: () => 'Non è tra le righe che la query aveva.',
  not_triggered: () => 'Per quanto è registrato, ciò che lo avvia non è accaduto per questo contatto.',
  step_condition: () => 'Aveva superato il suo posto quando è stato aggiunto.',
  sequence_over: () => 'Non è più nella sequenza: è terminata per una condizione, o qualcuno lo ha tolto.',
  unknown: () =>
    'Nulla di ciò che è conservato dice perché. Forse allora non era nel segmento, o è stato escluso o inattivo per un periodo.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'Perché un contatto non l’ha ricevuto',
    lead: 'Inserisci un indirizzo per vedere che cosa ne è stato di questa campagna per quel contatto.',
    address: 'Indirizzo',
    ask: 'Cerca',
    notOnList: (email, list) =>
      `${email} non è ora nella lista ${list}. I contatti eliminati non lasciano traccia del motivo.`,
    person: 'Apri il contatto',
    leadAutoresponder:
      'Inserisci un indirizzo per vedere che cosa ne è stato di questo autorisponditore per quel contatto.',
    autoresponders: 'Autorisponditori',
    ownMessage: 'Primo messaggio',
    campaigns: 'Campagne',
    none: { title: 'Nessuna campagna', text: 'Nessuna campagna di questa lista è stata inviata.' },
    noAutoresponders: 'Questa lista non ha autorisponditori.',
    more: 'Mostra altri',
    outcomes: {
      sent: 'Ricevuto',
      bounced: 'Bounce',
      waiting: 'In attesa',
      not_sent: 'Non ricevuto',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
