import type { LogInProblem } from '../../../../src/contract/users/single-sign-on.ts'
import type * as en from '../../../words/session/users.ts'

const problems: Record<LogInProblem, string> = {
  expired: 'Trwało to zbyt długo albo zaczęto w innym oknie. Zacznij od nowa.',
  refused: 'Odmówiono tam dostępu. Zacznij od nowa albo poproś administratora o dostęp.',
  unreachable:
    'Logowanie Twojej organizacji nie odpowiada. Spróbuj ponownie za chwilę albo powiadom administratora.',
  invalid:
    'Odpowiedzi logowania Twojej organizacji nie można zaufać. Powiadom administratora: dziennik audytu mówi, co było nie tak.',
  no_address: 'Logowanie Twojej organizacji nie podało Twojego adresu e-mail. Powiadom administratora.',
  not_verified:
    'Logowanie Twojej organizacji nie potwierdza, że Twój adres e-mail jest zweryfikowany. Powiadom administratora.',
  other_domain:
    'Twój adres e-mail nie należy do tych, którymi można się tu logować. Użyj konta swojej organizacji.',
  no_user: 'Nie masz tu jeszcze konta. Poproś administratora o zaproszenie.',
  inactive: 'Twoje konto jest wyłączone. Zapytaj administratora.',
  elsewhere: 'Twoja organizacja ma własne logowanie. Wpisz swój adres e-mail i kontynuuj przez nie.',
}

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'Zaloguj się',
      email: 'E-mail',
      password: 'Hasło',
      code: 'Kod',
      codeHint: 'Sześć cyfr z aplikacji uwierzytelniającej albo kod odzyskiwania.',
      forgot: 'Nie pamiętasz hasła?',
      wrong: 'E-mail, hasło lub kod jest nieprawidłowy.',
      passkey: 'Zaloguj się kluczem dostępu',
      noPasskey: 'Nie użyto klucza dostępu. Spróbuj ponownie albo zaloguj się hasłem.',
      with: (provider) => `Kontynuuj przez ${provider}`,
      again: 'Zalogowano się',
      problems,
      offline: 'Serwer nie odpowiada. Spróbuj ponownie za chwilę.',
    },
  },
}
