import type { AccountWords } from './en.ts'

export const german: AccountWords = {
  serverAdministrator: 'Der Administrator dieses Servers',
  administratorOf: (organization) => `Ein Administrator von ${organization}`,
  invitation: {
    subject: (inviter, organization) => `${inviter} lädt Sie zu ${organization} ein`,
    text: ({ name, inviter, organization, email }) => `Guten Tag ${name},

${inviter} lädt Sie ein, für ${organization} mit Quiver zu arbeiten, dem Server, von dem ${organization} Newsletter und andere E-Mails sendet.

Wählen Sie Ihr Passwort, um die Einladung anzunehmen:

{{link}}

Der Link gilt einmal, bis {{expires}}. Danach melden Sie sich als ${email} an.

Wenn Sie diese Einladung nicht erwarten, beachten Sie diese Nachricht nicht. Ohne Passwort kann sich niemand mit Ihrer Adresse anmelden.
`,
  },
  addressChange: {
    subject: (organization) => `Bestätigen Sie Ihre neue Adresse bei ${organization}`,
    text: ({ name, inviter, organization, email }) => `Guten Tag ${name},

${inviter} hat die Adresse Ihres Quiver-Kontos bei ${organization} in ${email} geändert.

Wählen Sie ein Passwort, um zu bestätigen, dass die Adresse Ihnen gehört:

{{link}}

Der Link gilt einmal, bis {{expires}}. Bis dahin können Sie sich nicht anmelden, weil das bisherige Passwort nicht mehr gilt.

Wenn Sie davon nichts wissen, beachten Sie diese Nachricht nicht. Niemand kann sich mit Ihrer Adresse anmelden.
`,
  },
  reset: {
    subject: 'Wählen Sie ein neues Passwort für Quiver',
    text: ({ name, organization, email }) => `Guten Tag ${name},

für das Quiver-Konto ${email} bei ${organization} wurde ein neues Passwort angefordert. Wenn Sie das waren, wählen Sie es hier:

{{link}}

Der Link gilt einmal, bis {{expires}}. Das neue Passwort meldet Sie auf allen Geräten ab.

Wenn Sie es nicht waren, beachten Sie diese Nachricht nicht: Ihr Passwort bleibt, wie es ist. Wenn es wieder vorkommt, informieren Sie Ihren Administrator.
`,
  },
  copyAddress: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  sentBy: (url) => `Diese Nachricht kommt vom Quiver-Server unter ${url}.`,
  choosePassword: 'Wählen Sie Ihr Passwort',
  chooseNewPassword: 'Wählen Sie ein neues Passwort',
  forWhom: (email, organization) => `Für <strong>${email}</strong> bei ${organization}.`,
  logsOut: 'Damit werden Sie auf allen Geräten abgemeldet.',
  password: 'Passwort',
  rules: (lengthMin) =>
    `Mindestens ${lengthMin} Zeichen. Vier oder mehr Wörter ohne Zusammenhang merkt man sich leicht und errät man schwer.
Oder lassen Sie Ihren Passwort-Manager wählen. Vermeiden Sie Ihren Namen, Ihre Adresse und gängige oder wiederholte Wörter.`,
  again: 'Dasselbe Passwort noch einmal',
  setPassword: 'Passwort setzen',
  notTheSame: 'Die beiden Passwörter sind nicht gleich.',
  logIn: 'Anmelden',
  isSet: {
    title: 'Ihr Passwort ist gesetzt',
    text: 'Ab jetzt melden Sie sich mit Ihrer Adresse und Ihrem neuen Passwort an. Der Link in der Mail gilt nicht mehr.',
  },
  dead: {
    title: 'Dieser Link gilt nicht mehr',
    once: 'Jeder Link gilt einmal: der einer Einladung sieben Tage lang, der für ein neues Passwort eine Stunde lang.',
    set: (link) =>
      `<strong>Haben Sie schon ein Passwort gesetzt?</strong> Dann ${link('melden Sie sich bei Quiver an')}.`,
    fresh:
      '<strong>Ist der Link noch neu?</strong> Öffnen Sie ihn noch einmal aus der Mail. Diese Seite braucht Cookies und merkt sich den Link\neine halbe Stunde lang.',
    otherwise: (link) =>
      `<strong>Sonst</strong> ${link('fordern Sie einen neuen Link an')}, oder fragen Sie, wer Sie eingeladen hat.`,
  },
  forgot: {
    title: 'Passwort vergessen?',
    lead: 'Quiver mailt Ihnen einen Link, mit dem Sie ein neues setzen.',
    email: 'E-Mail',
    submit: 'Link senden',
  },
  mailed: {
    title: 'Sehen Sie in Ihre Mails',
    sent: 'Wenn die Adresse zu einem Konto gehört, ist ein Link dorthin unterwegs. Er gilt einmal, eine Stunde lang.',
    nothing:
      'Nach ein paar Minuten noch nichts? Sehen Sie im Spam-Ordner nach, und prüfen Sie, ob Sie unter dieser Adresse eingeladen wurden.',
  },
  later: {
    title: 'Versuchen Sie es gleich noch einmal',
    text: 'Der Server kann gerade nicht antworten. Nichts wurde geändert.',
  },
}
