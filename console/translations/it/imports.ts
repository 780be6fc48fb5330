import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, plural, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) => plural(value, { one: '# riga', other: '# righe' })

const stays = 'restano invariati'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: 'nuovi', has: 'aggiunti', tone: 'success' },
  updated: { would: 'da modificare', has: 'modificati', tone: 'info' },
  failed: { would: 'con errori', has: 'non riusciti', tone: 'danger' },
  skipped_overwrite: { would: `${stays}: già nella lista`, has: 'lasciati invariati', tone: 'quiet' },
  skipped_active: { would: `${stays}: attivi`, has: 'attivi, lasciati invariati', tone: 'quiet' },
  skipped_unsubscribed: kept('restano disiscritti', 'rimasti disiscritti', 'esclusi: disiscritti'),
  skipped_scomp: kept('restano segnalati', 'rimasti segnalati', 'esclusi: segnalazione'),
  skipped_bounced: kept('restano in bounce', 'rimasti in bounce', 'esclusi: bounce'),
  skipped_deactivated: kept('restano disattivati', 'rimasti disattivati', 'esclusi: disattivati'),
  skipped_duplicate: {
    would: 'ripetono una riga precedente',
    has: 'ripetevano una riga precedente',
    tone: 'quiet',
  },
  skipped_over_limit: { would: 'superano il limite', has: 'superavano il limite', tone: 'warning' },
  pruned: {
    would: 'lasciano la lista: non sono nel file',
    has: 'tolti dalla lista: non erano nel file',
    tone: 'warning',
  },
}

export const importWords: typeof en.importWords = {
  title: 'Importazioni',
  lead: 'Ogni file importato e l’esito di ogni riga.',
  start: 'Importa un file',
  file: 'File',
  list: 'Lista',
  state: 'Stato',
  began: (zone) => `Inizio (${zone})`,
  rowsHead: 'Righe',
  pasted: pastedText,
  dryRun: 'anteprima',
  empty: {
    title: 'Nessuna importazione per ora',
    text: 'Porta un file così com’è, da Excel, Mailchimp o dal tuo negozio; vedi che cosa succede prima che succeda. Non viene inviato nulla a nessuno.',
  },
  filter: { label: 'Mostra', recent: 'Ultimi 14 giorni', active: 'In corso', all: 'Tutte' },
  states: {
    scheduled: 'in attesa',
    downloading: 'download in corso',
    splitting: 'lettura del file',
    importing: 'in corso',
    paused: 'in pausa',
    finished: 'completata',
    failed: 'non riuscita',
    cancelled: 'annullata',
  },
  steps: {
    label: 'Passaggi dell’importazione',
    names: { file: 'File', columns: 'Colonne', rules: 'Regole', preview: 'Anteprima', run: 'Esecuzione' },
  },
  into: (list) => `Importa in ${list}`,
  back: 'Indietro',
  classes,
  row: {
    number: 'Riga',
    address: 'Indirizzo',
    what: 'Che cosa succede',
    was: 'Che cosa è successo',
    changes: 'Prima → dopo',
    none: 'nulla',
    same: 'Nessun campo cambia',
    search: 'Cerca un indirizzo',
    all: 'Tutte le righe',
    caption: 'Righe del file',
    no: 'Non ci sono righe di questo tipo.',
    purged:
      'Le righe non sono più conservate: i registri vengono eliminati sette giorni dopo la fine di un’importazione.',
    pick: 'Scegli sopra una categoria per vederne solo le righe e scaricarle.',
    later: 'Righe successive',
    first: 'Prime righe',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'Scarica queste righe',
    shows: 'Mostra le righe',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'Importa un file',
  list: 'In quale lista?',
  listHint: 'I contatti del file vengono aggiunti a questa lista.',
  chooseList: 'Scegli una lista',
  noList: 'Prima, una lista',
  firstList: {
    text: 'Una lista contiene i contatti a cui scrivi. Questa riceve i contatti del tuo file.',
    name: 'Nome della lista',
    proposal: 'Newsletter',
    create: 'Crea la lista',
  },
  ways: {
    label: 'Dov’è il file?',
    file: 'Su questo computer',
    paste: 'Incolla',
    url: 'A un indirizzo web',
    directory: 'Sul server',
    failed: 'Righe non riuscite',
  },
  drop: 'Rilascia un file qui',
  dropHint:
    'CSV, testo o Excel, anche compresso, di qualsiasi dimensione. Prima viene letto qui; non viene ancora aggiunto nessuno.',
  choose: 'Scegli un file',
  pasteLabel: 'Righe',
  pasteHint:
    'Copiate da un foglio di calcolo o da un’e-mail: un contatto per riga, con intestazioni se ci sono.',
  pasteUse: 'Leggi queste righe',
  url: 'Indirizzo del file',
  urlHint: 'Il server lo scarica, fino a 200 MB.',
  urlUse: 'Leggi questo file',
  directoryHint:
    'File che il gestore del server ha messo nella cartella di caricamento della tua organizzazione.',
  failedHint:
    'Le righe non riuscite di un’importazione precedente in questa lista: dopo la modifica di un campo o con altre colonne. Per correggere le celle, apri quell’importazione.',
  failedEmpty:
    'Nessuna importazione in questa lista ha righe non riuscite ancora conservate; vengono conservate per sette giorni.',
  useFailed: (value, file) => `Leggi ${rows(value)} di ${file}`,
  ofImport: (isPreview, at) => `${isPreview ? 'anteprima' : 'importazione'} di ${at}`,
  directoryEmpty: 'Non ci sono file. Il gestore del server può metterne nella cartella di caricamento.',
  use: (name) => `Leggi ${name}`,
  sending: (sent, total) => `${percent(sent, total)} di ${size(total)} è sul server`,
  cut: (sent, total) => `Connessione persa al ${percent(sent, total)}. Riprende da solo.`,
  goOn: 'Continua il caricamento',
  stop: 'Interrompi il caricamento',
  stopped: 'Il caricamento è interrotto. Ciò che è arrivato viene conservato per un giorno.',
  progress: 'Caricamento',
}

export const columnWords: typeof en.columnWords = {
  reading: 'Lettura del file',
  facts: {
    head: 'intestazioni nella prima riga',
    noHead: 'nessuna intestazione',
    linesAbove: (count) => (count === 1 ? '1 riga sopra la tabella' : `${count} righe sopra la tabella`),
    dmy: 'date come 31.12.',
    mdy: 'date come 12/31',
    sure: { certain: 'certo', likely: 'probabile', guess: 'un’ipotesi' },
    separators: { ',': 'virgola', ';': 'punto e virgola', '\t': 'tabulazione', '|': 'barra verticale' },
  },
  change: 'Cambia come viene letto il file',
  hide: 'Fatto',
  skipped: (lines) => `Non letto: ${lines}`,
  format: {
    headings: 'La prima riga contiene intestazioni',
    linesAbove: 'Righe sopra la tabella',
    characters: 'Set di caratteri',
    separator: 'Separatore',
    dates: 'Date in cifre',
    dmy: 'Prima il giorno: 31.12.2026',
    mdy: 'Prima il mese: 12/31/2026',
    decimals: 'Numeri decimali',
    comma: 'Con la virgola: 1.234,56',
    dot: 'Con il punto: 1,234.56',
  },
  column: (number) => `Colonna ${number}`,
  meaning: (header) => `Significato di ${header}`,
  skip: 'Non importare',
  newField: (name) => `Nuovo campo: ${name}`,
  attributes: 'Attributi',
  fields: 'Campi della lista',
  news: 'Nuovo',
  names: {
    email: 'Indirizzo e-mail',
    status: 'Stato',
    confirmed: 'Confermato',
    email_format: 'Formato dei messaggi',
    subscribe_time: 'Data di iscrizione',
    subscribe_ip: 'Iscrizione da (indirizzo IP)',
    remove_time: 'Data di disiscrizione',
    remove_ip: 'Disiscrizione da (indirizzo IP)',
    confirm_time: 'Data di conferma',
    paused_until: 'In pausa fino a',
    consent_form: 'Consenso: modulo',
    consent_version: 'Consenso: versione del testo',
    consent_given_at: 'Data del consenso',
    consent_given_ip: 'Consenso dato da (indirizzo IP)',
    consent_confirmed_at: 'Data di conferma del consenso',
    consent_confirmed_ip: 'Consenso confermato da (indirizzo IP)',
  },
  types: {
    text: 'testo',
    text_multiline: 'testo lungo',
    number: 'numero intero',
    decimal: 'numero decimale',
    date: 'data',
    day_of_year: 'giorno dell’anno',
    select_single_dropdown: 'una scelta',
    select_single_radio: 'una scelta',
    select_multiple_checkboxes: 'più scelte',
    boolean: 'sì o no',
  },
  typeOf: (name) => `Tipo di ${name}`,
  optOut: {
    title: (header) => `La colonna ${header} potrebbe indicare chi si è disiscritto`,
    apply: (what, header) =>
      `Contatti con ${what} in ${header}: importali come disiscritti. Non ricevono messaggi.`,
    leaveOut: (what, header) =>
      `Contatti con ${what} in ${header}: escludili. Non vengono importati, e quelli già nella lista restano invariati.`,
    ignore: 'Ignora la colonna: tutti i contatti del file possono ricevere messaggi.',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `qualsiasi cosa tranne «${cells}»`,
    blank: 'nulla',
    decide: 'Decidilo prima di continuare.',
    or: '» o «',
  },
  choicesLost: (value) =>
    `Letto così, il file ha un altro numero di colonne. ${value === 1 ? 'Il significato che hai scelto per una colonna non vale' : `I significati che hai scelto per ${count(value)} colonne non valgono`}. Leggilo come prima per ${value === 1 ? 'ritrovarlo' : 'ritrovarli'}.`,
  noEmail:
    'Una colonna deve essere l’indirizzo e-mail. Sceglilo sopra la colonna che contiene gli indirizzi.',
  twice: (name) => `${name} è il significato di due colonne. Scegline un altro per una di esse.`,
  rowsRead: (value, isWhole) =>
    isWhole ? `Lette tutte: ${rows(value)}.` : `Lette le prime: ${rows(value)}.`,
  table: 'Le prime righe del file',
  keys: (hasLetters) =>
    `Tasti su un’intestazione: ← e → scelgono una colonna, Invio ne apre il significato${hasLetters ? ', A accetta tutte le proposte' : ''}.`,
  takeAll: 'Accetta tutte le proposte',
  allTaken: 'Ogni colonna ha il significato proposto.',
  next: 'Avanti: Regole',
  other: 'Scegli un altro file',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'Contatti non ancora nella lista',
    status: 'vengono aggiunti come',
    statuses: {
      active: 'attivi: ricevono messaggi',
      unsubscribed: 'disiscritti',
      deactivated: 'disattivati',
    },
    example: (address) => `Se ${address} non è nella lista, viene aggiunto.`,
    letters: 'Avvia per loro gli autorisponditori, come per chi si iscrive.',
  },
  known: {
    title: 'Contatti già nella lista',
    leave: 'restano invariati.',
    update: 'ricevono ciò che dice il file.',
    example: (address, fields) =>
      fields.length === 0
        ? `${address} resta invariato: nessuna colonna del file è un campo.`
        : `Se ${address} è nella lista: ${fields.join(', ')}.`,
    becomes: (name, value) => `${name} diventa ${value === '' ? 'vuoto' : value}`,
    stays: (address) => `Se ${address} è nella lista, non cambia nulla.`,
  },
  left: {
    title: 'Contatti che si sono disiscritti',
    stay: 'Restano disiscritti. Il file non li riporta indietro.',
    fields: 'Modifica anche i loro campi.',
    back: 'Riattivali.',
    consent: 'Ho il loro nuovo consenso.',
    warning:
      'Chi si è disiscritto e riceve di nuovo messaggi può segnalarli come spam. Il registro di audit lo annota.',
  },
  badCells: {
    title: 'Celle non adatte, come un compleanno che non è una data',
    fail: 'fanno fallire la riga: il contatto non viene importato.',
    empty: 'restano vuote: il contatto viene importato senza.',
    hint: 'L’anteprima le conta colonna per colonna. Senza un indirizzo utilizzabile non viene importato nessuno.',
  },
  missing: {
    title: 'Contatti della lista che non sono nel file',
    keep: 'restano nella lista.',
    deactivate: 'vengono disattivati.',
    unsubscribe: 'vengono disiscritti.',
    limit: 'Al massimo',
    limitHint:
      'Un numero di contatti o una percentuale come 10%. Se sono di più, non viene modificato nulla.',
  },
  when: {
    title: 'Quando',
    now: 'Dopo l’anteprima, quando lo decidi tu',
    later: 'A un’ora stabilita, senza anteprima',
    at: (zone) => `Ora (${zone})`,
  },
  preview: 'Mostra in anteprima che cosa succede',
  schedule: 'Programma l’importazione',
  pickTime: 'Scegli prima un’ora.',
}

const statusWords: Record<string, string> = {
  unsubscribed: 'disiscritti',
  scomp: 'segnalati',
  bounced: 'in bounce',
  deactivated: 'disattivati',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `Anteprima di ${rows(value)}. Non è stato modificato nulla.`,
  trying: 'Verifica delle righe in corso. Non cambia nulla.',
  progress: 'Avanzamento',
  done: (now, all) => (all === null ? rows(now) : `${count(now)} di ${rows(all)}`),
  rate: (value) => `${count(value)} righe/s`,
  left: (time) => `ancora ${time}`,
  pause: 'Metti in pausa',
  resume: 'Riprendi',
  cancel: (done) =>
    done === 0
      ? 'Annulla l’importazione'
      : `Annulla: conserva ${rows(done)} già ${plural(done, { one: 'elaborata', other: 'elaborate' })}`,
  cancelSure: (done) => `Sì, annulla e conserva ${rows(done)}`,
  keep: 'Continua a importare',
  importNow: (added, updated) =>
    [added > 0 ? `aggiungi ${count(added)}` : '', updated > 0 ? `modifica ${count(updated)}` : '']
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(?=.)/, 'Importa: '),
  importAnyway: (what) => `${what}, e lascia fuori gli altri`,
  importNothing: 'Nulla da importare',
  pruning: (value) => `togli ${count(value)}`,
  expires: (at) => `Puoi importare da questa anteprima fino a ${at}.`,
  gone: 'Il file di questa anteprima non è più sul server. Ricomincia per importarlo.',
  became: 'Questa anteprima è stata importata.',
  toImport: 'Vedi l’importazione',
  fromPreview: 'Vedi la sua anteprima',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    const added = `${people(value)} ${plural(value, { one: 'aggiunto', other: 'aggiunti' })}`
    return said.length === 0 ? `${added}.` : `${added}, di cui ${said.join(', ')}: non ricevono messaggi.`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${count(number)} ${statusWords[status] ?? status}`)
    return `Dei ${count(value)} nuovi contatti, ${plural(active ?? 0, { one: '# diventa attivo', other: '# diventano attivi' })}; ${said.join(', ')}, che non ricevono messaggi.`
  },
  changed: (value) => `${people(value)} ${plural(value, { one: 'modificato', other: 'modificati' })}.`,
  nothing: 'Nessuno è stato aggiunto o modificato.',
  see: 'Vedi la lista',
  failedRows: (value) =>
    value === 1 ? 'Correggi la riga non riuscita' : `Correggi le ${rows(value)} non riuscite`,
  again: 'Importa un altro file',
  undo: (until) => `Annullabile fino a ${until}`,
  undone: 'Questa importazione è stata annullata.',
  undoing: 'L’importazione è in corso di annullamento.',
  seeUndo: 'Vedi il risultato',
  starts: (at) => `Inizio: ${at}.`,
  classesOf: 'Che cosa succede alle righe',
  settings: 'Come è stata importata',
  announce: (value) => `Importazione: ${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `Annulla l’importazione ${id}`,
  counting: 'Calcolo degli effetti di un annullamento',
  nothingYet: 'Non è ancora stato modificato nulla.',
  partly: (examined, all) =>
    `Calcolato finora per ${count(examined)} di ${people(all)}. Puoi annullare l’importazione prima che il calcolo finisca.`,
  least: (number) => `Almeno ${people(number)}`,
  would: {
    removed: 'da rimuovere: aggiunti dall’importazione.',
    restored: 'riavranno i valori precedenti.',
    restored_partly: 'riavranno alcuni valori; gli altri sono cambiati nel frattempo e restano.',
    left_changed: 'restano: sono cambiati nel frattempo.',
    left_departed: 'restano disiscritti: si sono disiscritti nel frattempo.',
    left_over_limit: 'restano: il limite di contatti attivi è raggiunto.',
    left_gone: 'non sono più nella lista.',
  },
  has: {
    removed: 'rimossi.',
    restored: 'hanno riavuto i valori precedenti.',
    restored_partly: 'hanno riavuto alcuni valori; gli altri erano cambiati nel frattempo.',
    left_changed: 'rimasti: erano cambiati.',
    left_departed: 'rimasti disiscritti: si erano disiscritti nel frattempo.',
    left_over_limit: 'rimasti: il limite era raggiunto.',
    left_gone: 'non erano più nella lista.',
  },
  people,
  nobody: 'L’importazione non ha modificato nessuno, quindi non c’è nulla da annullare.',
  submit: 'Annulla questa importazione',
  download: 'Scarica gli indirizzi',
  only: 'Un annullamento non può essere annullato.',
  done: (at) => `Annullata ${at}.`,
  running: (done, all) => `${count(done)} di ${people(all)}`,
}
