import { count, plural } from '../../../design/figures.ts'
import { orMore } from './amounts.ts'
import type * as en from '../../../words/audience/forms.ts'

const times = (value: number) => count(value)

export const { formWords }: typeof en = {
  formWords: {
    title: 'Moduli',
    lead: (list) => `Con un modulo i contatti si iscrivono da soli a ${list}.`,
    create: 'Nuovo modulo',
    empty: {
      title: 'Nessun modulo per ora',
      text: 'Un modulo è una pagina a cui rimandi con un link, o HTML per il tuo sito. I contatti confermano via e-mail prima di ricevere qualsiasi altra cosa.',
    },
    name: 'Nome',
    nameHint: 'Visibile solo ai tuoi colleghi.',
    state: 'Stato',
    states: { open: 'Aperto', closed: 'Chiuso' },
    optIn: 'Conferma',
    optIns: {
      double: 'Con un link in un’e-mail (double opt-in)',
      single: 'Nessuna (single opt-in)',
    },
    optInHint:
      'Senza, i nuovi indirizzi vengono iscritti subito. Gli indirizzi già nella lista ricevono sempre un’e-mail di conferma.',
    shortOptIns: { double: 'Via e-mail', single: 'Nessuna' },
    submitted: 'Inviati',
    confirmed: 'Confermati',
    pending: 'In attesa',
    figures: 'Dati',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `${times(submitted)} ${plural(submitted, { one: 'inviato', other: 'inviati' })}, ${times(confirmed)} ${plural(confirmed, { one: 'confermato', other: 'confermati' })}, ${orMore(times(pending), isExact)} in attesa di conferma.`,
    noSender:
      'Questa lista non ha un indirizzo mittente, quindi le sue e-mail di conferma non possono essere inviate. I suoi moduli restano chiusi finché non ne imposti uno.',
    toSettings: 'Impostazioni della lista',
    new: { title: 'Nuovo modulo', submit: 'Crea il modulo' },
    page: 'Pagina',
    heading: 'Titolo',
    headingHint: 'Se un testo è vuoto, i lettori vedono quello di Quiver nella loro lingua.',
    introduction: 'Testo sopra i campi',
    button: 'Testo del pulsante',
    consent: 'Che cosa accettano i contatti',
    consentHint:
      'I lettori devono spuntare una casella accanto a questo testo. È conservato come prova con ogni iscrizione. Gli indirizzi web diventano link. Vuoto: nessuna casella.',
    version: (value) => `Versione ${count(value)}.`,
    fields: 'Campi',
    fieldsHint: 'Il modulo chiede sempre l’indirizzo e i campi richiesti dalla lista.',
    addField: 'Aggiungi un campo',
    noFields: 'Il modulo chiede solo l’indirizzo.',
    label: (name) => `Etichetta di ${name}`,
    required: 'Obbligatorio',
    requiredOf: (name) => `${name} è obbligatorio`,
    up: (name) => `Sposta su ${name}`,
    down: (name) => `Sposta giù ${name}`,
    remove: (name) => `Rimuovi ${name}`,
    mail: 'E-mail di conferma',
    mailHint: (from) =>
      from === ''
        ? 'Viene inviata dal mittente della lista.'
        : `Viene inviata da ${from}, il mittente della lista.`,
    subject: 'Oggetto',
    text: 'Testo',
    mailButton: 'Testo del suo pulsante',
    after: 'Dopo la conferma',
    redirect: 'Reindirizza invece a questo indirizzo',
    redirectHint: 'Deve iniziare con https://.',
    more: 'Regole',
    language: 'Lingua',
    languageHint: 'Se non è impostata, la lingua del marchio o, in mancanza, quella richiesta dal browser.',
    asTheReader: 'La lingua del lettore',
    active: 'Il modulo è aperto',
    work: 'Chiedi al browser un breve calcolo',
    workHint: 'Rallenta i programmi che compilano moduli. La pagina richiede allora JavaScript.',
    origins: 'Siti i cui script possono inviare il modulo',
    originsHint: 'Uno per riga, ad esempio https://www.example.com.',
    save: 'Salva il modulo',
    saved: 'Il modulo è salvato.',
    preview: 'Anteprima',
    previewPage: 'Pagina dell’anteprima',
    previewLook: 'Aspetto dell’anteprima',
    subjectIs: (subject) => `Oggetto: ${subject}`,
    pages: {
      form: 'Il modulo',
      sent: 'Dopo l’invio',
      mail: 'L’e-mail',
      confirm: 'Il link nell’e-mail',
      thanks: 'Dopo la conferma',
    },
    looks: { light: 'Chiaro', dark: 'Scuro' },
    someone: 'ann@example.com',
    share: 'Pubblica',
    address: 'Indirizzo della pagina',
    embed: 'HTML per il tuo sito',
    embedHint:
      'Non contiene script. La pagina del modulo mostra ancora una volta ciò che è stato inserito, e un clic lo invia. Copia di nuovo l’HTML dopo aver modificato i campi.',
    open: 'Apri la pagina',
    delete: {
      title: 'Elimina il modulo',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'La sua pagina si chiude. I contatti che si sono iscritti con il modulo restano nella lista.'
          : `La sua pagina si chiude, e ${orMore(count(pending), isExact)} ${plural(pending, { one: 'persona che non ha ancora confermato non potrà più farlo', other: 'persone che non hanno ancora confermato non potranno più farlo' })}. I contatti che si sono iscritti con il modulo restano nella lista.`,
      begin: 'Elimina questo modulo…',
      submit: 'Elimina il modulo',
    },
  },
}
