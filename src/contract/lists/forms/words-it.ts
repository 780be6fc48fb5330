import type { FormWords } from './words-en.ts'

export const it: FormWords = {
  title: 'Iscrizione a {list}',
  email: 'Indirizzo e-mail',
  button: 'Iscrivimi',
  optional: '(facoltativo)',
  choose: 'Scelga un’opzione',
  dayHint: 'Mese e giorno, ad esempio 12-31',
  honeypot: 'Lasci vuoto questo campo',
  missing: 'Compili questo campo.',
  wrong: 'Controlli questo campo.',
  emailWrong: 'Inserisca un indirizzo e-mail, ad esempio nome@example.com.',
  consentMissing: 'Dia il Suo consenso, affinché possiamo scriverLe.',
  again: 'Controlli i dati inseriti e prema ancora una volta il pulsante.',
  needsScript:
    'Un breve calcolo nel browser protegge questo modulo dai programmi automatici. Attivi JavaScript e ricarichi la pagina.',
  sentTitle: 'Controlli la Sua casella di posta',
  sentText:
    'Abbiamo inviato un messaggio a {email}. L’iscrizione inizierà quando avrà aperto il link che contiene e confermato. Se entro pochi minuti non arriva nulla, guardi nella cartella della posta indesiderata.',
  singleTitle: 'Grazie',
  singleText:
    'La Sua iscrizione a {list} è stata ricevuta. Se l’indirizzo deve ancora essere confermato, riceverà un messaggio con un link.',
  confirmTitle: 'Confermi l’iscrizione',
  confirmText: 'Dopo la conferma riceverà i messaggi di {list} all’indirizzo {email}.',
  confirmButton: 'Sì, voglio iscrivermi',
  thanksTitle: 'Iscrizione completata',
  thanksText: 'Grazie. D’ora in poi riceverà i messaggi di {list}.',
  expiredTitle: 'Questo link è scaduto',
  expiredText:
    'Questi link sono validi per sette giorni. Non è stato modificato nulla. La preghiamo di iscriversi di nuovo.',
  signUpAgain: 'Iscrivimi di nuovo',
  closedTitle: 'Questo modulo è chiuso',
  closedText: 'Al momento non accetta iscrizioni. Non è stato modificato nulla.',
  tooManyTitle: 'Attenda un minuto',
  tooManyText: 'Dalla Sua connessione sono stati inviati troppi moduli. Non è stato modificato nulla.',
  mailSubject: 'Confermi la Sua iscrizione a {list}',
  mailText:
    'Buongiorno,\n\nqualcuno, probabilmente Lei, ha inserito questo indirizzo per iscriversi a {list}. La preghiamo di confermare l’iscrizione.',
  mailButton: 'Conferma l’iscrizione',
  mailUntil: 'Il link è valido fino al {time}.',
  mailIgnore: 'Se la richiesta non è Sua, non deve fare nulla: senza conferma non riceverà alcun messaggio.',
  mailCopy: 'Se il pulsante non funziona, copi questo indirizzo nel browser:',
  reminderSubject: 'Promemoria: {subject}',
  alreadySubject: 'La Sua iscrizione a {list} è già attiva',
  alreadyText:
    'Buongiorno,\n\nqualcuno, probabilmente Lei, ha inserito questo indirizzo per iscriversi a {list}. L’iscrizione è già attiva e non deve fare nulla. Se la richiesta non è Sua, può ignorare questo messaggio.',
}
