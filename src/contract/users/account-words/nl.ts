import type { AccountWords } from './en.ts'

export const dutch: AccountWords = {
  serverAdministrator: 'De beheerder van deze server',
  administratorOf: (organization) => `Een beheerder van ${organization}`,
  invitation: {
    subject: (inviter, organization) => `${inviter} nodigt je uit bij ${organization}`,
    text: ({ name, inviter, organization, email }) => `Hallo ${name},

${inviter} nodigt je uit om met ${organization} te werken in Quiver, de server waarmee ${organization} nieuwsbrieven en andere e-mails verzendt.

Kies je wachtwoord om de uitnodiging te accepteren:

{{link}}

De link werkt één keer, tot {{expires}}. Daarna log je in als ${email}.

Verwacht je deze uitnodiging niet? Negeer dan dit bericht. Zonder wachtwoord kan niemand met je adres inloggen.
`,
  },
  addressChange: {
    subject: (organization) => `Bevestig je nieuwe adres voor ${organization}`,
    text: ({ name, inviter, organization, email }) => `Hallo ${name},

${inviter} heeft het adres van je Quiver-account bij ${organization} gewijzigd in ${email}.

Kies een wachtwoord om te bevestigen dat het adres van jou is:

{{link}}

De link werkt één keer, tot {{expires}}. Tot dan kun je niet inloggen, omdat het vorige wachtwoord niet meer geldt.

Weet je hier niets van? Negeer dan dit bericht. Niemand kan met je adres inloggen.
`,
  },
  reset: {
    subject: 'Kies een nieuw wachtwoord voor Quiver',
    text: ({ name, organization, email }) => `Hallo ${name},

Er is een nieuw wachtwoord aangevraagd voor het Quiver-account ${email} bij ${organization}. Was jij dat, kies het dan hier:

{{link}}

De link werkt één keer, tot {{expires}}. Met het nieuwe wachtwoord word je op alle apparaten uitgelogd.

Was jij dat niet? Negeer dan dit bericht: je wachtwoord blijft hetzelfde. Gebeurt het opnieuw, vertel het dan je beheerder.
`,
  },
  copyAddress: 'Werkt de knop niet, kopieer dan dit adres naar je browser:',
  sentBy: (url) => `Dit bericht is verzonden door de Quiver-server op ${url}.`,
  choosePassword: 'Kies je wachtwoord',
  chooseNewPassword: 'Kies een nieuw wachtwoord',
  forWhom: (email, organization) => `Voor <strong>${email}</strong> bij ${organization}.`,
  logsOut: 'Hiermee word je op alle apparaten uitgelogd.',
  password: 'Wachtwoord',
  rules: (lengthMin) =>
    `Minstens ${lengthMin} tekens. Vier of meer woorden zonder verband zijn makkelijk te onthouden en moeilijk te raden.
Of laat je wachtwoordbeheerder kiezen. Vermijd je naam, je adres en veelgebruikte of herhaalde woorden.`,
  again: 'Nog een keer hetzelfde wachtwoord',
  setPassword: 'Wachtwoord instellen',
  notTheSame: 'De twee wachtwoorden zijn niet gelijk.',
  logIn: 'Inloggen',
  isSet: {
    title: 'Je wachtwoord is ingesteld',
    text: 'Vanaf nu log je in met je adres en je nieuwe wachtwoord. De link in de mail werkt niet meer.',
  },
  dead: {
    title: 'Deze link werkt niet meer',
    once: 'Elke link werkt één keer: die van een uitnodiging zeven dagen lang, die voor een nieuw wachtwoord een uur lang.',
    set: (link) => `<strong>Heb je al een wachtwoord ingesteld?</strong> ${link('Log dan in bij Quiver')}.`,
    fresh:
      '<strong>Is de link nog nieuw?</strong> Open hem opnieuw vanuit de mail. Deze pagina heeft cookies nodig en onthoudt de link\neen half uur.',
    otherwise: (link) =>
      `<strong>Anders</strong>: ${link('vraag een nieuwe link aan')}, of vraag het de beheerder die je heeft uitgenodigd.`,
  },
  forgot: {
    title: 'Wachtwoord vergeten?',
    lead: 'Quiver mailt je een link waarmee je een nieuw instelt.',
    email: 'E-mail',
    submit: 'Link verzenden',
  },
  mailed: {
    title: 'Kijk in je e-mail',
    sent: 'Als het adres bij een account hoort, is er een link onderweg. Die werkt één keer, een uur lang.',
    nothing:
      'Na een paar minuten nog niets? Kijk in de spammap en controleer of je op dit adres bent uitgenodigd.',
  },
  later: {
    title: 'Probeer het zo weer',
    text: 'De server kan nu niet antwoorden. Er is niets gewijzigd.',
  },
}
