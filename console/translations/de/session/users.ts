import type * as en from '../../../words/session/users.ts'

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'Anmelden',
      email: 'E-Mail',
      password: 'Passwort',
      code: 'Code',
      codeHint: 'Die sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
      forgot: 'Passwort vergessen?',
      wrong: 'E-Mail, Passwort oder Code stimmt nicht.',
      passkey: 'Mit einem Passkey anmelden',
      noPasskey:
        'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
      with: (provider) => `Weiter mit ${provider}`,
      again: 'Ich habe mich angemeldet',
      problems: {
        expired:
          'Das hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Beginnen Sie bitte noch einmal.',
        refused:
          'Die Anmeldung wurde dort abgelehnt. Beginnen Sie noch einmal, oder bitten Sie Ihren Administrator um Zugang.',
        unreachable:
          'Die Anmeldung Ihrer Organisation antwortet nicht. Versuchen Sie es gleich noch einmal, oder informieren Sie Ihren Administrator.',
        invalid:
          'Der Antwort der Anmeldung Ihrer Organisation kann nicht vertraut werden. Informieren Sie Ihren Administrator: Im Audit-Log steht, was nicht stimmte.',
        no_address:
          'Die Anmeldung Ihrer Organisation hat Ihre E-Mail-Adresse nicht übermittelt. Informieren Sie Ihren Administrator.',
        not_verified:
          'Laut der Anmeldung Ihrer Organisation ist Ihre E-Mail-Adresse nicht bestätigt. Informieren Sie Ihren Administrator.',
        other_domain:
          'Mit Ihrer E-Mail-Adresse ist hier keine Anmeldung möglich. Verwenden Sie das Konto Ihrer Organisation.',
        no_user: 'Sie haben hier noch kein Konto. Bitten Sie Ihren Administrator um eine Einladung.',
        inactive: 'Ihr Konto ist deaktiviert. Wenden Sie sich an Ihren Administrator.',
        elsewhere:
          'Ihre Organisation hat eine eigene Anmeldung. Geben Sie Ihre E-Mail-Adresse ein, und melden Sie sich dort an.',
      },
      offline: 'Der Server antwortet nicht. Versuchen Sie es gleich noch einmal.',
    },
  },
}
