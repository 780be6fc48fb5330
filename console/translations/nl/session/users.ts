import type { LogInProblem } from '../../../../src/contract/users/single-sign-on.ts'
import type * as en from '../../../words/session/users.ts'

const problems: Record<LogInProblem, string> = {
  expired: 'Dat duurde te lang, of is in een ander venster begonnen. Begin opnieuw.',
  refused: 'Je werd daar niet toegelaten. Begin opnieuw, of vraag je beheerder om toegang.',
  unreachable:
    'Het inloggen van je organisatie antwoordt niet. Probeer het zo opnieuw, of meld het je beheerder.',
  invalid:
    'Het antwoord van het inloggen van je organisatie is niet te vertrouwen. Meld het je beheerder: de auditlog zegt wat er mis was.',
  no_address: 'Het inloggen van je organisatie gaf je e-mailadres niet door. Meld het je beheerder.',
  not_verified:
    'Het inloggen van je organisatie zegt niet dat je e-mailadres is geverifieerd. Meld het je beheerder.',
  other_domain: 'Met je e-mailadres kun je hier niet inloggen. Gebruik het account van je organisatie.',
  no_user: 'Je hebt hier nog geen account. Vraag je beheerder om je uit te nodigen.',
  inactive: 'Je account is uitgeschakeld. Vraag het je beheerder.',
  elsewhere: 'Je organisatie heeft een eigen manier van inloggen. Typ je e-mailadres en ga daarmee verder.',
}

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'Inloggen',
      email: 'E-mail',
      password: 'Wachtwoord',
      code: 'Code',
      codeHint: 'De zes cijfers van je authenticator, of een herstelcode.',
      forgot: 'Wachtwoord vergeten?',
      wrong: 'E-mail, wachtwoord of code klopt niet.',
      passkey: 'Inloggen met een passkey',
      noPasskey: 'Er is geen passkey gebruikt. Probeer het opnieuw, of log in met je wachtwoord.',
      with: (provider) => `Doorgaan met ${provider}`,
      again: 'Ik ben ingelogd',
      problems,
      offline: 'De server reageert niet. Probeer het zo opnieuw.',
    },
  },
}
