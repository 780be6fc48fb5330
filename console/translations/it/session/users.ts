import type { LogInProblem } from '../../../../src/contract/users/single-sign-on.ts'
import type * as en from '../../../words/session/users.ts'

const problems: Record<LogInProblem, string> = {
  expired: 'Ci è voluto troppo tempo, o è stato iniziato in un’altra finestra. Ricomincia.',
  refused: 'L’accesso lì è stato negato. Ricomincia, o chiedi l’accesso al tuo amministratore.',
  unreachable:
    'L’accesso della tua organizzazione non risponde. Riprova tra un momento, o avvisa il tuo amministratore.',
  invalid:
    'La risposta dell’accesso della tua organizzazione non è affidabile. Avvisa il tuo amministratore: il registro di audit indica che cosa non andava.',
  no_address:
    'L’accesso della tua organizzazione non ha comunicato il tuo indirizzo e-mail. Avvisa il tuo amministratore.',
  not_verified:
    'L’accesso della tua organizzazione non indica che il tuo indirizzo e-mail è verificato. Avvisa il tuo amministratore.',
  other_domain:
    'Il tuo indirizzo e-mail non è tra quelli che possono accedere qui. Usa l’account della tua organizzazione.',
  no_user: 'Non hai ancora un account qui. Chiedi al tuo amministratore di invitarti.',
  inactive: 'Il tuo account è disattivato. Rivolgiti al tuo amministratore.',
  elsewhere:
    'La tua organizzazione ha un proprio accesso. Scrivi il tuo indirizzo e-mail e continua con quello.',
}

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'Accedi',
      email: 'E-mail',
      password: 'Password',
      code: 'Codice',
      codeHint: 'Le sei cifre della tua app di autenticazione, o un codice di recupero.',
      forgot: 'Password dimenticata?',
      wrong: 'E-mail, password o codice non corretti.',
      passkey: 'Accedi con una passkey',
      noPasskey: 'Nessuna passkey utilizzata. Riprova, o accedi con la tua password.',
      with: (provider) => `Continua con ${provider}`,
      again: 'Ho effettuato l’accesso',
      problems,
      offline: 'Il server non risponde. Riprova tra un momento.',
    },
  },
}
