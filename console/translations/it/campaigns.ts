import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) => plural(value, { one: '# messaggio', other: '# messaggi' })

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}, conteggio in corso`
  return `${count(sent)} di ${is === 'about' ? 'circa ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'In attesa di crediti di invio.',
    helps: 'Riprende da sola appena un amministratore del server ne aggiunge.',
    link: 'credits',
  },
  'sending quota': {
    says: 'In attesa: il limite di messaggi di questo mese è raggiunto.',
    helps: 'Riprende da sola all’inizio del mese prossimo o quando il limite viene aumentato.',
  },
  'the speed limit': {
    says: 'In attesa per il limite di velocità di questa campagna.',
    helps: 'Riprende da sola. Non devi fare nulla.',
  },
  'a mail server': {
    says: 'In attesa: il server di posta non risponde.',
    helps: 'Riprova ogni pochi secondi. Se dura a lungo, rivolgiti al gestore del server.',
  },
  'a mail server that takes messages of this size': {
    says: 'In attesa: i messaggi sono più grandi di quanto accetti il server di posta.',
    helps:
      'Nessuno ha generato bounce per questo. Annulla la campagna e invia un contenuto più leggero, o chiedi al gestore di aumentare il limite; allora riprende da sola.',
  },
  'a mail server that accepts the log-in': {
    says: 'In attesa: il server di posta rifiuta l’accesso.',
    helps:
      'Riprende da sola quando utente e password del server di posta sono corretti. Rivolgiti al gestore del server.',
  },
  'the sending limit of the mail server': {
    says: 'In attesa: il server di posta ha inviato per ora tutti i messaggi che può.',
    helps:
      'Riprende da sola quando il server di posta accetta di nuovo messaggi. Se dura a lungo, chiedi al suo gestore un limite più alto.',
  },
  'messages to be tried again': {
    says: 'A tutti è stato scritto una volta; alcuni server hanno chiesto di riprovare più tardi.',
    helps: 'Riprova da sola, per qualche giorno al massimo.',
  },
  'the choice of the winning content': {
    says: 'In attesa dei risultati del test.',
    helps: 'Il contenuto migliore va a tutti gli altri all’ora impostata.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'Elimina…',
      title: (name) => `Eliminare ${name}?`,
      text: 'Non è stata inviata. Contenuto e impostazioni andranno persi. L’operazione non può essere annullata.',
      action: 'Elimina la campagna',
    },
    title: 'Campagne',
    lead: 'Una campagna è un messaggio per molti contatti. I tassi sono calcolati sui messaggi consegnati.',
    create: 'Nuova campagna',
    empty: {
      title: 'Nessuna campagna per ora',
      text: 'Una campagna resta una bozza finché non la invii: prima non si scrive a nessuno.',
    },
    noneFound: {
      title: 'Nessun risultato',
      text: 'Nessuna campagna corrisponde. Rimuovi un filtro per vederne altre.',
    },
    search: 'Cerca per nome',
    name: 'Campagna',
    state: 'Stato',
    list: 'Lista',
    allLists: 'Tutte le liste',
    begins: (zone) => `Inizio, ${zone}`,
    sent: 'Inviati',
    opened: 'Aperture',
    clicked: 'Clic',
    left: 'Disiscrizioni',
    stateFilters: [
      { value: '', label: 'Tutti gli stati' },
      { value: 'idle', label: 'Bozze' },
      { value: 'scheduled', label: 'Programmate' },
      { value: 'sending', label: 'In invio' },
      { value: 'finished', label: 'Inviate' },
      { value: 'failed,cancelled', label: 'Non riuscite o annullate' },
    ],
    stages: {
      draft: 'Bozza',
      scheduled: 'Programmata',
      sending: 'In invio',
      waiting: 'In attesa',
      paused: 'In pausa',
      finished: 'Inviata',
      failed: 'Non riuscita',
      cancelled: 'Annullata',
    },
    compareThis: (name) => `Confronta ${name}`,
    compareThem: (value) => `Confronta ${value} campagne`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `Avanzamento di ${name}`,
    report: 'Report',
    live: {
      progress: 'Inviati finora',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `${messages(sent)} finora. Conteggio dei destinatari in corso: ${count(total)} o più.`
          : `${ofAll(sent, total, is)} ${plural(total, { one: 'contatto', other: 'contatti' })}`,
      perMinute: (rate) => `${count(rate)} al minuto`,
      left: (time) => `ancora ${time}`,
      notStarted: (time) => `Inizio alle ${time}.`,
      over: {
        finished: (sent) =>
          `Completata: ${messages(sent)} ${plural(sent, { one: 'inviato', other: 'inviati' })}.`,
        cancelled: (sent) => `Annullata dopo ${messages(sent)}.`,
        failed: (sent, why) => `Non riuscita dopo ${messages(sent)}: ${why}`,
      },
      draft: 'Questa campagna è una bozza. Non è stato scritto a nessuno.',
      milestone: (share, sent) => `${share} % inviato: ${messages(sent)}.`,
      wait: (reason, said) => waits[reason] ?? { says: `In attesa: ${said}.`, helps: 'Riprende da sola.' },
      pausedBy: (reason) =>
        reason === ''
          ? 'In pausa. Non si scrive a nessuno finché non la riprendi.'
          : `Il server l’ha messa in pausa: ${reason}`,
      credits: 'Vedi i crediti',
      pause: 'Metti in pausa',
      resume: 'Riprendi',
      cancel: 'Annulla…',
      cancelTitle: (name) => `Annulla ${name}`,
      cancelText: (sent, remaining) =>
        `${people(sent)} ${plural(sent, { one: 'l’ha', other: 'l’hanno' })} già ricevuta. ${remaining === null ? 'Tutti gli altri' : `Gli altri ${count(remaining)}`} non la riceveranno. L’operazione non può essere annullata.`,
      cancelAll:
        'Non è stato scritto a nessuno e non si scriverà a nessuno. L’operazione non può essere annullata.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'Annulla il resto'
        return remaining === 0 ? 'Annulla la campagna' : `Annulla il resto, ${people(remaining)}`
      },
      figures: 'Dati finora',
      taken: 'Consegnati',
      takenHint: 'Consegnato: un server di posta ha accettato il messaggio.',
      refused: 'Bounce',
      waiting: 'In attesa di un nuovo tentativo',
    },
    uncertain: {
      title: (value, isExact) =>
        `${orMore(messages(value), isExact)}: forse ${plural(value, { one: 'inviato', other: 'inviati' })}, forse no`,
      text: 'La connessione o il server si è interrotto durante la consegna. Nulla viene inviato di nuovo senza il tuo consenso.',
      who: 'Mostra chi sono',
      hide: 'Nascondi',
      again: (value, isExact) => (isExact ? `Invia di nuovo a ${count(value)}` : 'Invia di nuovo a tutti'),
      warn: 'Chi ha ricevuto il primo lo riceve due volte, con lo stesso Message-ID.',
      person: 'Contatto',
      since: (zone) => `Da, ${zone}`,
      messageId: 'Message-ID',
      deleted: 'Nel frattempo eliminato',
      resent: (value) =>
        `${messages(value)} ${plural(value, { one: 'verrà inviato', other: 'verranno inviati' })} di nuovo.`,
    },
    system: {
      title: 'Tutte le campagne',
      lead: 'Tutte le campagne iniziate, di tutte le organizzazioni. I dati si aggiornano durante l’invio.',
      started: 'Inizio',
      periods: [
        { value: '1', label: 'Da ieri' },
        { value: '7', label: 'Negli ultimi 7 giorni' },
        { value: '30', label: 'Negli ultimi 30 giorni' },
        { value: 'all', label: 'In qualsiasi momento' },
      ],
      onlyOver: 'Solo campagne terminate',
      organization: 'Organizzazione',
      bounced: 'Bounce',
      complained: 'Segnalazioni',
      empty: { title: 'Nessuna campagna', text: 'Nessuna campagna è iniziata in questo periodo.' },
    },
  },
}
