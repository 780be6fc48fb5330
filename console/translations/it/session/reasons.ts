import type * as en from '../../../words/session/reasons.ts'

export const { reasonWords }: typeof en = {
  reasonWords: {
    credits: 'mancano crediti di invio',
    quota: 'raggiunto il limite di messaggi del mese',
    speed: 'limite di velocità',
    mail_server: 'il server di posta non risponde',
    the_mail_server: 'il server di posta non risponde',
    message_size: 'i messaggi sono più grandi di quanto accetti il server di posta',
    mail_log_in: 'il server di posta rifiuta l’accesso',
    mail_limit: 'il server di posta ha raggiunto il suo limite di invio',
    retries: 'nuovi tentativi di consegna',
    winner: 'risultato del test',
    recipients_again: 'un nuovo tentativo, perché la ricerca dei destinatari richiede troppo tempo',
    internal: 'errore interno; vedi il registro del server',
    brake_bounces:
      'sblocco del freno di invio: il {share} % degli ultimi {number} messaggi è stato respinto definitivamente, oltre il limite del {limit} %',
    brake_spam:
      'sblocco del freno di invio: il {share} % degli ultimi {number} messaggi è stato segnalato come spam, oltre il limite del {limit} %',
    bounced_hard:
      'Il {share} % degli ultimi {number} messaggi è stato respinto definitivamente, oltre il limite del {limit} %',
    called_spam:
      'Il {share} % degli ultimi {number} messaggi è stato segnalato come spam, oltre il limite del {limit} %',
    list_gone: 'La lista è stata eliminata.',
    no_content: 'Non c’è nessun contenuto da inviare.',
    recipients_not_found: 'Impossibile determinare i destinatari: {problem}.',
    unsubscribe_missing:
      'L’organizzazione richiede un link di disiscrizione in ogni messaggio: aggiungi %%unsubscribe_link%% al contenuto.',
    organization_gone: 'L’organizzazione è stata eliminata.',
    begins_at: 'Inizio: {time}.',
    paused_until_resumed: 'È in pausa finché qualcuno non la riprende.',
    quote_never_closes:
      'Le virgolette aperte alla riga {line} (byte {byte}) non si chiudono mai. Chiudile o scegli un altro carattere, poi importa di nuovo.',
    wrong_bytes:
      'La riga {line} (byte {byte}) non è {set} valido. Salva il file in UTF-8 o scegli Windows-1252, poi importa di nuovo.',
    data_gone: 'I dati di questa importazione non sono più sul server; creala di nuovo.',
    changed_meanwhile:
      'Il file {name} è stato modificato durante l’importazione. Le righe precedenti sono state applicate; importa il nuovo file.',
    changed_after_preview:
      'Il file {name} è stato modificato dopo l’anteprima. Non è stato importato nulla; avvia una nuova anteprima.',
    undo_list_gone: 'La lista è stata eliminata durante l’annullamento dell’importazione.',
    import_interrupted:
      'L’importazione è stata interrotta {number} volte senza avanzare ed è fallita. Vedi il registro del server, importazione {id}.',
    undo_interrupted:
      'L’annullamento è stato interrotto {number} volte senza avanzare ed è fallito. Vedi il registro del server, importazione {id}, poi riprova: continua.',
    export_interrupted:
      'L’esportazione è stata interrotta {number} volte ed è fallita. Vedi il registro del server, esportazione {id}, poi creala di nuovo.',
    disk_full:
      'Il disco del server era pieno a ciascuno dei {number} tentativi. Libera spazio in DATA_DIR, poi crea di nuovo l’esportazione; gzip riduce il file.',
    change_interrupted:
      'La modifica è stata interrotta {number} volte senza avanzare ed è fallita. Vedi il registro del server, modifica {id}, poi creala di nuovo: nessuno viene modificato due volte.',
    old_excel:
      'Il file è un vecchio file Excel (.xls) o ha una password. Salvalo come .xlsx senza password o come CSV.',
    pdf: 'Il file è un PDF. Salva l’elenco come CSV o .xlsx.',
    database_file: 'Il file è un database SQLite. Esporta l’elenco come CSV.',
    archive:
      'Il file è un archivio {kind}. Estrailo, oppure comprimi l’elenco in gzip o in uno zip con un solo file.',
    packed_twice:
      'Il file contiene un altro archivio o una cartella di lavoro. Comprimi un CSV o carica la cartella stessa.',
    gzip_short: 'Il file gzip è incompleto. Caricalo di nuovo.',
    gzip_damaged: 'Il file gzip è danneggiato. Comprimilo di nuovo o carica il file estratto.',
    zip_locked: 'Il file zip è cifrato. Comprimilo di nuovo senza password.',
    zip_empty: 'Il file zip non contiene file. Inserisci l’elenco.',
    zip_several:
      'Il file zip contiene {number} file, tra cui {one} e {other}. Comprimi solo l’elenco o importa ogni file da solo.',
    zip_damaged: 'Il file zip è danneggiato o incompleto. Comprimilo e caricalo di nuovo.',
    no_workbook: 'Il file non è una cartella di Excel (.xlsx). Salvalo come .xlsx o CSV.',
    no_sheet: 'La cartella non ha nessun foglio con una tabella.',
    empty_file: '{name} è vuoto.',
    picture: '{name} è un’immagine. Esporta l’elenco come CSV.',
    no_text: '{name} non è un file di testo. Esporta l’elenco come CSV.',
    web_page:
      '{name} è una pagina web, qualunque sia il nome. Se mostra l’elenco, aprila in Excel e salvala come .xlsx o CSV; se è stata scaricata, forse il link richiede l’accesso.',
    json_file: '{name} è JSON. Esporta l’elenco come CSV.',
    contacts_file: '{name} è una rubrica o un calendario (vCard). Esporta i contatti come CSV.',
    sql_dump: '{name} è un dump SQL di un database. Esporta la tabella come CSV.',
    rtf_file: '{name} è un documento RTF. Salva l’elenco come CSV.',
    no_record:
      'Non c’è nessun record TXT in {name}. Pubblicalo con il valore mostrato; i nuovi record possono richiedere qualche ora',
    no_dkim_record:
      'Nessun record TXT in {name} è un record DKIM. Pubblicalo con il valore mostrato; i nuovi record possono richiedere qualche ora',
    several_records:
      '{name} ha {number} record DKIM e chi riceve può prenderne uno qualsiasi. Tieni solo quello di questa chiave',
    record_revoked: 'Il record in {name} revoca la chiave: p= è vuoto. Sostituiscilo con il valore mostrato',
    other_key:
      'Il record in {name} ha un’altra chiave. Sostituiscilo con il valore mostrato o crea una chiave con un altro selettore',
    record_cut:
      'Il record in {name} è tagliato dopo {number} dei {all} caratteri della chiave. Pubblica un valore lungo in più stringhe di al massimo 255 caratteri',
  },
}
