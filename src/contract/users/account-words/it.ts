import type { AccountWords } from './en.ts'

export const italian: AccountWords = {
  serverAdministrator: 'L’amministratore di questo server',
  administratorOf: (organization) => `Un amministratore di ${organization}`,
  invitation: {
    subject: (inviter, organization) => `${inviter} ti invita in ${organization}`,
    text: ({ name, inviter, organization, email }) => `Ciao ${name},

${inviter} ti invita a lavorare con ${organization} su Quiver, il server da cui ${organization} invia newsletter e altre e-mail.

Scegli la tua password per accettare l’invito:

{{link}}

Il link funziona una sola volta, fino al {{expires}}. Da quel momento accedi come ${email}.

Se non aspetti questo invito, ignora questo messaggio. Senza password nessuno può accedere con il tuo indirizzo.
`,
  },
  addressChange: {
    subject: (organization) => `Conferma il tuo nuovo indirizzo per ${organization}`,
    text: ({ name, inviter, organization, email }) => `Ciao ${name},

${inviter} ha cambiato l’indirizzo del tuo account Quiver in ${organization} in ${email}.

Scegli una password per confermare che l’indirizzo è tuo:

{{link}}

Il link funziona una sola volta, fino al {{expires}}. Fino ad allora non puoi accedere, perché la password precedente non vale più.

Se non ne sai nulla, ignora questo messaggio. Nessuno può accedere con il tuo indirizzo.
`,
  },
  reset: {
    subject: 'Scegli una nuova password per Quiver',
    text: ({ name, organization, email }) => `Ciao ${name},

È stata richiesta una nuova password per l’account Quiver ${email} in ${organization}. Se la richiesta è tua, sceglila qui:

{{link}}

Il link funziona una sola volta, fino al {{expires}}. La nuova password ti disconnette da tutti i dispositivi.

Se la richiesta non è tua, ignora questo messaggio: la tua password resta la stessa. Se succede di nuovo, avvisa il tuo amministratore.
`,
  },
  copyAddress: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
  sentBy: (url) => `Questo messaggio è stato inviato dal server Quiver all’indirizzo ${url}.`,
  choosePassword: 'Scegli la tua password',
  chooseNewPassword: 'Scegli una nuova password',
  forWhom: (email, organization) => `Per <strong>${email}</strong> in ${organization}.`,
  logsOut: 'Verrai disconnesso da tutti i dispositivi.',
  password: 'Password',
  rules: (lengthMin) =>
    `Almeno ${lengthMin} caratteri. Quattro o più parole senza legame sono facili da ricordare e difficili da indovinare.
Oppure lascia scegliere al tuo gestore di password. Evita il tuo nome, il tuo indirizzo e parole comuni o ripetute.`,
  again: 'La stessa password, di nuovo',
  setPassword: 'Imposta la password',
  notTheSame: 'Le due password non coincidono.',
  logIn: 'Accedi',
  isSet: {
    title: 'La tua password è impostata',
    text: 'Da ora accedi con il tuo indirizzo e la nuova password. Il link nell’e-mail non funziona più.',
  },
  dead: {
    title: 'Questo link non funziona più',
    once: 'Ogni link funziona una sola volta: quello di un invito per sette giorni, quello per una nuova password per un’ora.',
    set: (link) => `<strong>Hai già impostato una password?</strong> Allora ${link('accedi a Quiver')}.`,
    fresh:
      '<strong>Il link è ancora recente?</strong> Aprilo di nuovo dall’e-mail. Questa pagina ha bisogno dei cookie e ricorda il link\nper mezz’ora.',
    otherwise: (link) =>
      `<strong>Altrimenti</strong> ${link('richiedi un nuovo link')} o chiedi all’amministratore che ti ha invitato.`,
  },
  forgot: {
    title: 'Password dimenticata?',
    lead: 'Quiver ti invia un link per impostarne una nuova.',
    email: 'E-mail',
    submit: 'Invia il link',
  },
  mailed: {
    title: 'Controlla la tua e-mail',
    sent: 'Se l’indirizzo appartiene a un account, un link è in arrivo. Funziona una sola volta, per un’ora.',
    nothing:
      'Ancora niente dopo qualche minuto? Guarda nello spam e verifica che l’invito sia stato inviato a questo indirizzo.',
  },
  later: {
    title: 'Riprova tra un momento',
    text: 'Il server non può rispondere adesso. Non è stato cambiato nulla.',
  },
}
