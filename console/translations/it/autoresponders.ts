import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuto', other: 'minuti' },
  hours: { one: 'ora', other: 'ore' },
  days: { one: 'giorno', other: 'giorni' },
  weeks: { one: 'settimana', other: 'settimane' },
  months: { one: 'mese', other: 'mesi' },
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'Subito'
  const length = `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} dopo`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} alle ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'Autorisponditori',
    lead: 'Messaggi inviati a un contatto quando succede qualcosa.',
    list: 'Lista',
    name: 'Autorisponditore',
    trigger: 'Quando',
    triggerTitle: 'Evento',
    delay: 'Invio',
    state: 'Stato',
    running: 'Attivo',
    paused: 'In pausa',
    delayOf,
    triggers: {
      subscription: 'Un contatto si unisce alla lista',
      api: 'Solo su richiesta di un programma',
      campaign_open: 'Una campagna viene aperta',
      campaign_click: 'Clic su un link di una campagna',
      autoresponder_open: 'Un altro autorisponditore viene aperto',
      autoresponder_nonopen: 'Un altro autorisponditore non viene aperto',
      autoresponder_click: 'Clic su un link di un altro autorisponditore',
      autoresponder_nonclick: 'Nessun clic sui link di un altro autorisponditore',
      autoresponder_send: 'Un altro autorisponditore viene inviato',
    },
    triggerNow: {
      title: 'Invialo a un contatto',
      ofPerson: 'Attiva un autorisponditore',
      hint: 'La stessa chiamata che fanno i programmi. Valgono il ritardo e la regola dell’autorisponditore.',
      email: 'Indirizzo e-mail',
      create_missing_subscriber: 'Aggiungi il contatto se nessuno nella lista ha questo indirizzo',
      reactivate_subscriber: 'Riattiva il contatto se non è attivo',
      paused: 'L’autorisponditore è in pausa: il messaggio attende finché non lo riprendi.',
      pausedName: (name) => `${name} (in pausa)`,
      submit: 'Attiva',
      done: (email) => `Attivato per ${email}.`,
      doneOf: (name) => `${name} è stato attivato.`,
    },
    empty: {
      title: 'Nessun autorisponditore in questa lista',
      text: 'Il più comune dà il benvenuto a chi si unisce.',
    },
    noLists: {
      title: 'Nessuna lista per ora',
      text: 'Un autorisponditore appartiene a una lista. Crea prima una lista.',
    },
    figures: 'Dati dall’inizio',
    sent: 'Inviati',
    opened: 'Aperture',
    clicked: 'Clic',
    bounced: 'Bounce',
    left: 'Disiscrizioni',
    ofTaken: 'dei consegnati',
    ofSent: 'degli inviati',
    pause: 'Metti in pausa',
    resume: 'Riprendi',
    check: 'Prima che si avvii',
    stopped: 'Non può avviarsi finché questo non è corretto.',
    settings: 'Ritardo',
    delayKinds: { immediately: 'Subito', with_delay: 'Più tardi' },
    amount: 'Quanto tempo dopo',
    unit: 'Unità',
    units: { minutes: 'Minuti', hours: 'Ore', days: 'Giorni', weeks: 'Settimane', months: 'Mesi' },
    hour: 'Ora del giorno',
    save: 'Salva il ritardo',
    onImport: 'Anche per i contatti importati',
    onApi: 'Anche per i contatti aggiunti da un programma o da un modulo',
    campaign: 'Campagna',
    other: 'Autorisponditore precedente',
    anyUrl: 'Vale qualsiasi link',
    urls: 'Link che valgono',
    urlsHint: 'L’indirizzo com’è nel messaggio. Premi Invio dopo ciascuno.',
    saveTrigger: 'Salva quando viene inviato',
    message: {
      title: (name) => `Messaggio di ${name}`,
      lead: 'Le modifiche valgono per ogni messaggio non ancora inviato.',
      save: 'Salva il messaggio',
      saved: 'salvato',
      unsaved: 'non ancora salvato',
      conflict: 'Nel frattempo qualcun altro ha salvato questo messaggio.',
      conflictText:
        'Quanto hai scritto è ancora qui. Salva di nuovo per sovrascrivere l’altra versione, o riapri la pagina per vederla.',
      overwrite: 'Sovrascrivi l’altra versione',
    },
    sending: {
      title: 'Nome, contatti e mittente',
      name: 'Nome',
      segment: 'Solo i contatti di questo segmento',
      everyone: 'Tutti i contatti attivi',
      ofList: 'Dal mittente della lista',
      fromName: 'Nome del mittente',
      fromEmail: 'Indirizzo del mittente',
      replyTo: 'Indirizzo per le risposte',
      trackOpens: 'Traccia le aperture',
      trackLinks: 'Traccia i clic',
      save: 'Salva le impostazioni',
    },
    fresh: {
      title: 'Nuovo autorisponditore',
      lead: 'È in pausa finché non lo riprendi.',
      nameHint: 'Visibile solo ai tuoi colleghi.',
      create: 'Crea e scrivi il messaggio',
    },
    delete: 'Elimina…',
    deleteTitle: (name) => `Elimina ${name}`,
    deleteText:
      'I messaggi in attesa non vengono inviati. Ciò che è stato inviato resta nei report. L’operazione non può essere annullata; per conservarlo, mettilo invece in pausa.',
    deleteDo: 'Elimina l’autorisponditore',
  },
}
