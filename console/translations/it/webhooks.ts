import type { EventType } from '../../../src/contract/webhooks.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'Un messaggio è stato aperto',
  studio_click: 'È stato fatto clic su un link',
  studio_unsub: 'Un contatto si è disiscritto',
  studio_subscriber_created: 'Un contatto è stato aggiunto tramite l’API',
  studio_subscriber_updated: 'Un contatto è stato modificato tramite l’API',
  bounce_all: 'Un messaggio ha generato un bounce, per qualsiasi motivo',
  bounce_bad_address: 'Un indirizzo non esiste (hard bounce)',
  scomp: 'Un messaggio è stato segnalato come spam',
  import_finished: 'Un’importazione è completata',
  import_failed: 'Un’importazione non è riuscita',
  import_undone: 'Un’importazione è stata annullata',
  export_finished: 'Un’esportazione è pronta',
  export_failed: 'Un’esportazione non è riuscita',
  message_accepted: 'Un messaggio transazionale è stato accettato da un server di posta',
  message_bounced: 'Un messaggio transazionale ha generato un bounce',
  message_skipped: 'Un messaggio transazionale non è stato inviato',
  message_uncertain: 'Un messaggio transazionale potrebbe essere partito o no',
  message_opened: 'Un messaggio transazionale è stato aperto',
  message_clicked: 'È stato fatto clic su un link di un messaggio transazionale',
  message_complained: 'Un messaggio transazionale è stato segnalato come spam',
  message_unsubscribed: 'Un contatto si è disiscritto da un flusso',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Un webhook comunica al tuo programma ciò che succede, in pochi secondi, con richieste firmate.',
    create: 'Nuovo webhook',
    name: 'Nome',
    url: 'Indirizzo',
    state: 'Stato',
    states: {
      off: 'Disattivato',
      failing: 'Non risponde',
      waits: 'Consegna in corso',
      idle: 'Funziona',
      never: 'Ancora nulla di inviato',
    },
    pending: 'In attesa',
    dead: 'Abbandonati',
    empty: {
      title: 'Nessun webhook per ora',
      text: 'Con un webhook, il tuo negozio o il tuo CRM sa subito chi si è disiscritto, quali indirizzi hanno generato bounce e quali importazioni sono completate.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'Una prova' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'Nuovo webhook',
      lead: 'Il segreto che firma le richieste viene mostrato una sola volta, dopo la creazione.',
      nameHint: 'Il programma in ascolto, ad esempio «Negozio».',
      urlHint: 'Inizia con https://.',
      events: 'Avvisa quando',
      listsHint:
        'Riceve solo eventi di queste liste, e nessuno di quelli che non appartengono ad alcuna lista.',
      submit: 'Crea il webhook',
    },
    secret: {
      title: 'Copia ora il segreto di firma',
      text: 'Non verrà più mostrato. Il tuo programma lo usa per verificare che una richiesta venga da questo server e non sia stata alterata.',
      label: 'Segreto',
      done: 'Copia eseguita',
    },
    test: 'Invia un evento di prova',
    tested: 'L’evento di prova è in viaggio. Compare sotto.',
    deliveries: {
      title: 'Ultimi tentativi',
      none: 'Non è ancora stato inviato nulla. Invia un evento di prova per vedere se l’indirizzo risponde.',
      when: (zone) => `Quando, ${zone}`,
      what: 'Che cosa',
      result: 'Risultato',
      took: 'Durata',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `Accettato, ${status}`,
      answer: 'Risposta',
      silent: 'Nessuna risposta',
      more: (value) => `e altri ${count(value)}`,
    },
    waiting: {
      title: 'In attesa',
      text: (value, isExact, next) =>
        `${orMore(`${count(value)} ${plural(value, { one: 'evento', other: 'eventi' })}`, isExact)} in attesa.${next === null ? '' : ` Prossimo tentativo: ${next}.`}`,
      off: 'Vengono conservati per 30 giorni e consegnati quando il webhook è attivato.',
      lastError: (error) => `Ultimo errore: ${error}`,
      now: 'Consegna ora',
      done: 'Il prossimo tentativo inizia subito.',
    },
    deadEvents: {
      title: 'Abbandonati',
      text: 'Dopo dodici tentativi un evento viene abbandonato e conservato per 30 giorni.',
      event: 'Evento',
      when: (zone) => `Avvenuto, ${zone}`,
      why: 'Perché',
      action: 'Azione',
      one: 'Invia di nuovo',
      all: (value, isExact) => (isExact ? `Invia di nuovo ${count(value)}` : 'Invia di nuovo tutti'),
      done: (value) => `${plural(value, { one: '# evento è', other: '# eventi sono' })} di nuovo in viaggio.`,
    },
    settings: 'Impostazioni',
    save: 'Salva',
    saved: 'Salvato.',
    active: 'Consegna gli eventi',
    rotate: {
      open: 'Nuovo segreto di firma…',
      title: 'Un nuovo segreto di firma?',
      text: 'Il segreto attuale smette subito di firmare. Fai accettare entrambi al tuo programma mentre lo cambi.',
      action: 'Crea un nuovo segreto',
    },
    remove: {
      open: 'Elimina il webhook…',
      title: (name) => `Eliminare ${name}?`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'Il suo programma non riceve più eventi. L’operazione non può essere annullata.'
          : `Il suo programma non riceve più eventi e ${plural(waiting, { one: 'viene eliminato', other: 'vengono eliminati' })} ${orMore(`${count(waiting)} ${plural(waiting, { one: 'evento', other: 'eventi' })}`, isExact)} in attesa. L’operazione non può essere annullata.`,
      action: 'Elimina il webhook',
    },
  },
}
