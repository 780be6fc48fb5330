import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'L’indirizzo non è accettato',
  '5.1.1': 'L’indirizzo non esiste',
  '5.1.2': 'Il dominio dell’indirizzo non esiste',
  '5.1.3': 'L’indirizzo non è valido',
  '5.1.6': 'Il destinatario si è trasferito',
  '5.1.10': 'Il dominio non accetta posta',
  '5.2.1': 'La casella è chiusa',
  '5.2.2': 'La casella è piena',
  '5.2.3': 'Il messaggio è troppo grande per la casella',
  '4.2.2': 'La casella è piena per ora',
  '5.3.4': 'Il messaggio è troppo grande per il server',
  '5.4.1': 'Nessun server accetta posta per il dominio',
  '5.4.4': 'Il dominio non è raggiungibile',
  '5.5.0': 'Il server ha rifiutato senza un motivo chiaro',
  '5.7.0': 'Il server ha rifiutato in base alle proprie regole',
  '5.7.1': 'Il server ha rifiutato in base alle proprie regole, spesso per sospetto spam',
  '5.7.26': 'Il mittente non è autenticato (SPF, DKIM, DMARC)',
  unknown: 'Il server non ha indicato alcun motivo',
}

const times = (n: number) => (n === 1 ? 'una volta' : `${count(n)} volte`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'Campagne',
    live: 'Segui l’invio',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'Tempo', funnel: 'Imbuto', mail: 'Messaggio', domains: 'Domini', bounces: 'Bounce' },
    sections: 'Sezioni del report',
    figures: 'Dati della campagna',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'Aperture e clic sono di persone. Non è stato rilevato alcun programma.'
        : `Aperture e clic sono di persone. I programmi che esaminano ogni messaggio hanno aperto ${plural(opened, { one: '# messaggio', other: '# messaggi' })} (${times(opens)}) e seguito link di ${count(clicked)} (${times(clicks)}); non sono conteggiati sopra.`,
    notOpened: (n) => `${people(n)} non ${plural(n, { one: 'lo ha aperto', other: 'lo hanno aperto' })}`,
    openedByMachine: (n) => `${people(n)} il cui messaggio è stato aperto da un programma`,
    clickedByMachine: (n) => `${people(n)} nel cui messaggio un programma ha seguito un link`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `Una regola di invio ha escluso ${people(asked)}.`,
        failed === 0
          ? ''
          : `${people(failed)} non ${plural(failed, { one: 'ha', other: 'hanno' })} ricevuto alcun messaggio per un altro motivo, ad esempio una regola che non è stato possibile valutare.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'Vedi chi e perché',
    average: (rate) => `${rate} in media`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'Non c’è una campagna precedente della lista con cui confrontare.'
        : `La media è ${campaigns === 1 ? 'della campagna precedente' : `delle ${count(campaigns)} campagne precedenti`} della lista.`,
    summary: {
      subject: (contents) => (contents > 1 ? 'Oggetti' : 'Oggetto'),
      noSubject: 'Nessun oggetto',
      to: 'Lista',
      segment: (name) => `Segmento: ${name}`,
      growth: 'La lista da allora',
      active: (now) =>
        `${people(now)} ${plural(now, { one: 'attivo', other: 'attivi' })} ora. Quanti erano allora non è registrato.`,
      grown: (by, now) =>
        by === 0
          ? `Tanti contatti attivi quanti allora: ${count(now)}.`
          : `${people(Math.abs(by))} in ${by > 0 ? 'più' : 'meno'}, ${plural(now, { one: '# attivo', other: '# attivi' })} ora.`,
    },
    ofTaken: 'dei consegnati',
    ofSent: 'degli inviati',
    tiles: {
      sent: 'Inviati',
      accepted: 'Consegnati',
      opened: 'Aperture',
      clicked: 'Clic',
      bounced: 'Bounce',
      complained: 'Segnalazioni',
      unsubscribed: 'Disiscrizioni',
    },
    funnel: {
      title: 'Dall’invio al clic',
      caption: (total) => `Ogni barra è una quota dei ${count(total)} messaggi inviati.`,
      step: 'Passaggio',
      people: 'Contatti',
      ofSent: 'Degli inviati',
      ofBefore: 'Del passaggio precedente',
      of: {
        accepted: 'degli inviati',
        opened: 'dei consegnati',
        clicked: 'degli aperti',
        unsubscribed: 'dei consegnati',
      },
    },
    time: {
      hour: 'Per ora',
      day: 'Per giorno',
      step: 'Durata di un periodo',
      start: (zone) => `Dal, ${zone}`,
      caption: (word, total, zone) => `${word}: ${count(total)} in tutto. Orari di ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `${count(later)} dopo il periodo mostrato.` : '',
          undated > 0 ? `${count(undated)} senza orario registrato.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'Ancora nulla',
        text: 'Le prime aperture arrivano di solito pochi minuti dopo i primi messaggi.',
      },
      takenHasNoTime: 'I messaggi consegnati non sono conteggiati nel tempo; vedi Inviati.',
    },
    mail: {
      content: 'Contenuto',
      frame: (name) => `Il messaggio ${name}, con un numero su ogni link conteggiato`,
      links: 'Link, dai più cliccati',
      link: 'Link',
      people: 'Contatti',
      share: 'Confronto',
      clicks: 'Clic',
      same: 'Un link presente due volte nel messaggio ha un solo numero e un solo conteggio.',
      foreign: 'Le immagini di altri server sono mostrate come riquadri.',
      textOnly: 'Questo è un messaggio di testo; i suoi link non vengono conteggiati.',
      empty: {
        title: 'Nessun link conteggiato',
        text: 'Il messaggio non ha link, oppure i clic non sono tracciati.',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'Dominio',
      caption: (sent) => `Per dominio dei destinatari. Le quote sono su ${count(sent)} messaggi.`,
      other: (value) => plural(value, { one: '# altro dominio', other: '# altri domini' }),
      unknown: (isExact) =>
        isExact
          ? 'Contatti eliminati e indirizzi di controllo'
          : `Non conteggiati: tutti tranne i primi ${count(campaignDomainsPeopleMax)} contatti della lista`,
      share: 'Quota di messaggi',
      empty: { title: 'Ancora nulla', text: 'Non è stato scritto a nessuno.' },
    },
    bounces: {
      caption: (value) =>
        `${people(value)} non ${plural(value, { one: 'ha', other: 'hanno' })} ricevuto il messaggio.`,
      reason: 'Che cosa ha detto il server',
      code: 'Codice',
      people: 'Contatti',
      share: 'Quota di bounce',
      reasonOf: (code) =>
        codes[code] ??
        (code.startsWith('4.')
          ? 'Rifiutato per ora, finché Quiver ha rinunciato'
          : 'Rifiutato in modo permanente'),
      hard: 'L’indirizzo non esiste',
      soft: 'Casella non disponibile',
      other: 'Non riguarda l’indirizzo',
      kinds: 'Bounce per tipo',
      empty: { title: 'Nessun bounce', text: 'Nessun server di posta ha rifiutato il messaggio.' },
    },
    table: 'Tabella',
    chart: 'Grafico',
    tableHint: 'Tasto: T',
    thinned: (run) => `Il grafico mostra il massimo di ogni ${count(run)} punti; il file li contiene tutti.`,
    more: (rest) => `Mostra altre ${count(rest)} righe`,
    csv: 'CSV',
    compare: {
      title: 'Confronta campagne',
      lead: 'I tassi sono calcolati sui messaggi consegnati; quelli dei bounce, sui messaggi inviati.',
      campaign: 'Campagna',
      started: (zone) => `Inizio, ${zone}`,
      empty: {
        title: 'Nulla da confrontare',
        text: 'Scegli da due a cinque campagne nell’elenco delle campagne.',
      },
      choose: 'Scegli campagne',
    },
    sent: {
      title: 'Messaggi inviati',
      lead: 'Messaggi consegnati, per giorno di invio.',
      by: 'Per',
      daily: 'Giorno',
      monthly: 'Mese',
      from: 'Dal',
      to: 'Al',
      period: (zone) => `Inizio, ${zone}`,
      sender: 'Campagna o autorisponditore',
      messages: 'Messaggi',
      other: 'Altro',
      single: 'Messaggi transazionali',
      caption: (total, zone) => `${count(total)} messaggi. Giorni di ${zone}.`,
      empty: {
        title: 'Non è stato inviato nulla',
        text: 'Nessun messaggio inviato in questo periodo. Scegline un altro.',
      },
    },
    credits: {
      title: 'Crediti di invio',
      organization: 'Organizzazione',
      lead: 'Un credito paga un messaggio consegnato.',
      available: 'Disponibili',
      lifetime: 'Messaggi inviati in totale',
      balance: 'Crediti',
      at: (zone) => `Ultima modifica, ${zone}`,
      change: 'Modifica',
      after: 'Saldo',
      what: 'Che cosa',
      who: 'Da',
      kinds: { added: 'Aggiunti', removed: 'Rimossi', set: 'Saldo impostato', spent: 'Spesi' },
      actors: { user: 'Utente', api_key: 'Chiave API', system: 'Il server' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `Spesi da ${name}`,
      empty: {
        title: 'Nessun movimento',
        text: 'In questo periodo nulla è stato aggiunto o speso. Le organizzazioni senza crediti prepagati non ne hanno.',
      },
    },
  },
}
