import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Quiver einrichten',
    lead: 'Sie werden Administrator dieses Servers und Ihrer Organisation. Kolleginnen und Kollegen können Sie später einladen.',
    name: 'Ihr Name',
    email: 'E-Mail',
    emailHint: 'Damit melden Sie sich an.',
    password: 'Passwort',
    passwordHint:
      'Mindestens 12 Zeichen. Vier Wörter ohne Zusammenhang merkt man sich leicht und errät man schwer.',
    organization: 'Organisation',
    organizationHint: 'Der Name Ihrer Firma oder Marke, wie man ihn bei Ihnen kennt.',
    zone: 'Zeitzone',
    zoneHint: 'In ihr stehen die Zeiten von Kampagnen und Importen.',
    noZone: 'Diese Zeitzone gibt es nicht',
    submit: 'Anlegen und anmelden',
    done: {
      title: 'Quiver ist bereits eingerichtet',
      text: 'Melden Sie sich mit E-Mail und Passwort an.',
      logIn: 'Anmelden',
    },
    noLink: {
      title: 'Dieser Link ist ungültig',
      text: 'Starten Sie den Server neu: Solange kein Administrator ein Konto hat, gibt er einen neuen aus.',
    },
    waiting: {
      title: 'Quiver hat noch keinen Administrator',
      text: 'Öffnen Sie den Link, den der Server beim Start ausgegeben hat. Er endet auf /console/set-up# und einen langen Code.',
    },
  },
}
