import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Quiver instellen',
    lead: 'Je wordt beheerder van deze server en van je organisatie. Later kun je collega’s uitnodigen.',
    name: 'Je naam',
    email: 'E-mail',
    emailHint: 'Hiermee log je in.',
    password: 'Wachtwoord',
    passwordHint: 'Minstens 12 tekens. Vier losse woorden zijn makkelijk te onthouden en moeilijk te raden.',
    organization: 'Organisatie',
    organizationHint: 'De naam van je bedrijf of merk, zoals je collega’s die kennen.',
    zone: 'Tijdzone',
    zoneHint: 'Tijden van campagnes en imports worden hierin getoond.',
    noZone: 'Deze tijdzone bestaat niet',
    submit: 'Maken en inloggen',
    done: {
      title: 'Quiver is al ingesteld',
      text: 'Log in met je e-mailadres en wachtwoord.',
      logIn: 'Inloggen',
    },
    noLink: {
      title: 'Deze link is niet geldig',
      text: 'Start de server opnieuw: zolang geen beheerder een account heeft, toont die een nieuwe.',
    },
    waiting: {
      title: 'Quiver heeft nog geen beheerder',
      text: 'Open de link die de server bij het starten toonde. Die eindigt op /console/set-up# en een lange code.',
    },
  },
}
