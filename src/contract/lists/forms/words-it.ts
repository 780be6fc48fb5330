import type { FormWords } from './words-en.ts'

export const it: FormWords = {
  title: 'Iscriviti a {list}',
  email: 'Indirizzo e-mail',
  button: 'Iscriviti',
  optional: '(facoltativo)',
  choose: 'Scegli',
  dayHint: 'Mese e giorno, ad esempio 12-31',
  honeypot: 'Lascia vuoto questo campo',
  missing: 'Compila questo campo.',
  wrong: 'Controlla questo campo.',
  emailWrong: 'Inserisci un indirizzo e-mail, ad esempio nome@example.com.',
  consentMissing: 'Dai il tuo consenso, perché possiamo scriverti.',
  again: 'Controlla i dati inseriti e premi ancora una volta il pulsante.',
  needsScript:
    'Un breve calcolo nel browser protegge questo modulo dai programmi automatici. Attiva JavaScript e ricarica la pagina.',
  sentTitle: 'Controlla la tua casella di posta',
  sentText:
    'Abbiamo inviato un messaggio a {email}. L’iscrizione inizia quando apri il link che contiene e confermi. Se entro pochi minuti non arriva nulla, guarda nella cartella della posta indesiderata.',
  singleTitle: 'Grazie',
  singleText:
    'La tua iscrizione a {list} è stata ricevuta. Se il tuo indirizzo deve ancora essere confermato, riceverai un messaggio con un link.',
  confirmTitle: 'Conferma l’iscrizione',
  confirmText: 'Appena confermi, riceverai i messaggi di {list} all’indirizzo {email}.',
  confirmButton: 'Sì, voglio iscrivermi',
  thanksTitle: 'Iscrizione completata',
  thanksText: 'Grazie. D’ora in poi riceverai i messaggi di {list}.',
  expiredTitle: 'Questo link è scaduto',
  expiredText: 'Questi link valgono sette giorni. Non è stato modificato nulla. Iscriviti di nuovo.',
  signUpAgain: 'Iscriviti di nuovo',
  closedTitle: 'Questo modulo è chiuso',
  closedText: 'Al momento non accetta iscrizioni. Non è stato modificato nulla.',
  tooManyTitle: 'Attendi un minuto',
  tooManyText: 'Dalla tua connessione sono stati inviati troppi moduli. Non è stato modificato nulla.',
  mailSubject: 'Conferma la tua iscrizione a {list}',
  mailText:
    'Buongiorno,\n\nqualcuno, probabilmente tu, ha inserito questo indirizzo per iscriversi a {list}. Conferma che lo desideri.',
  mailButton: 'Conferma l’iscrizione',
  mailUntil: 'Il link è valido fino al {time}.',
  mailIgnore: 'Se non sei stato tu, non devi fare nulla: senza conferma non riceverai alcun messaggio.',
  mailCopy: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
  reminderSubject: 'Promemoria: {subject}',
  alreadySubject: 'Sei già iscritto a {list}',
  alreadyText:
    'Buongiorno,\n\nqualcuno, probabilmente tu, ha inserito questo indirizzo per iscriversi a {list}. L’iscrizione esiste già e non devi fare nulla. Se non sei stato tu, puoi ignorare questo messaggio.',
}
