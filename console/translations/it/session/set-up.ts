import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Configura Quiver',
    lead: 'Diventi l’amministratore di questo server e della tua organizzazione. Potrai invitare colleghi più tardi.',
    name: 'Il tuo nome',
    email: 'E-mail',
    emailHint: 'La usi per accedere.',
    password: 'Password',
    passwordHint:
      'Almeno 12 caratteri. Quattro parole scollegate sono facili da ricordare e difficili da indovinare.',
    organization: 'Organizzazione',
    organizationHint: 'Il nome della tua azienda o del tuo marchio, come lo conoscono i tuoi colleghi.',
    zone: 'Fuso orario',
    zoneHint: 'Gli orari di campagne e importazioni sono mostrati in questo fuso.',
    noZone: 'Questo fuso orario non esiste',
    submit: 'Crea e accedi',
    done: {
      title: 'Quiver è già configurato',
      text: 'Accedi con la tua e-mail e la tua password.',
      logIn: 'Accedi',
    },
    noLink: {
      title: 'Questo link non è valido',
      text: 'Riavvia il server: finché nessun amministratore ha un account, ne stampa uno nuovo.',
    },
    waiting: {
      title: 'Quiver non ha ancora un amministratore',
      text: 'Apri il link che il server ha stampato all’avvio. Finisce con /console/set-up# e un codice lungo.',
    },
  },
}
