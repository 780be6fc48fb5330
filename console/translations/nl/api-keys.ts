import { plural } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'API-sleutels',
    lead: 'Met een sleutel kan een programma als beheerder voor de organisatie werken. Geef elk programma een eigen sleutel, dan kun je er één intrekken zonder de andere.',
    create: 'Nieuwe sleutel',
    name: 'Naam',
    role: 'Toegang',
    roles: {
      organization_admin: 'Alles in deze organisatie',
      system_admin: 'Alles op de server',
    },
    state: 'Status',
    states: { active: 'Actief', off: 'Uitgeschakeld', expired: 'Verlopen' },
    used: (zone) => `Laatst gebruikt, ${zone}`,
    expires: (zone) => `Verloopt, ${zone}`,
    never: 'nooit',
    created: 'Gemaakt',
    empty: {
      title: 'Nog geen sleutels',
      text: 'Je hebt er een nodig als een programma, zoals je webshop, contacten moet toevoegen of rapporten moet lezen. Mensen loggen in met hun eigen account.',
    },
    new: {
      title: 'Nieuwe sleutel',
      lead: 'De sleutel wordt één keer getoond, nadat je hem hebt gemaakt.',
      name: 'Naam',
      nameHint: 'Het programma dat hem gaat gebruiken, bijvoorbeeld ‘Webshop’.',
      expires: 'Verloopt',
      expiry: { never: 'Nooit', '30': 'Over 30 dagen', '90': 'Over 90 dagen', '365': 'Over een jaar' },
      submit: 'Sleutel maken',
    },
    secret: {
      title: 'Kopieer de sleutel nu',
      text: 'Hij wordt niet opnieuw getoond. Bewaar hem waar alleen het programma hem kan lezen.',
      label: 'Sleutel',
      use: 'Stuur hem mee met elke aanroep',
      done: 'Gekopieerd',
    },
    rename: 'Naam opslaan',
    switchOff: 'Uitschakelen',
    switchOn: 'Inschakelen',
    rotate: {
      title: 'Sleutel vervangen',
      text: 'De oude waarde blijft nog even werken, zodat je die in elk programma kunt wijzigen.',
      overlap: 'De oude waarde blijft werken',
      overlaps: {
        '0': 'Helemaal niet',
        '3600': 'Een uur',
        '86400': 'Een dag',
        '604800': 'Zeven dagen',
      },
      submit: 'Nieuwe waarde maken',
      running: (until) => `De vorige waarde werkt tot ${until}.`,
    },
    remove: {
      open: 'Sleutel verwijderen…',
      title: (name) => `${name} verwijderen?`,
      text: 'Programma’s die hem gebruiken, verliezen meteen hun toegang. Dit kan niet ongedaan worden gemaakt.',
      action: 'Sleutel verwijderen',
    },
    assistant: {
      title: 'Een assistent verbinden',
      text: 'Programma’s die het Model Context Protocol ondersteunen, kunnen met deze organisatie werken. Maak een sleutel met de rechten die nodig zijn en geef het programma dit adres en de sleutel. Elke wijziging wordt eerst gepland, en wat goedkeuring nodig heeft, wacht op een mens.',
      address: 'Adres',
      settings: 'Instellingen van het programma',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => plural(value, { one: '# sleutel', other: '# sleutels' }),
    usedFrom: 'Laatst gebruikt vanaf',
    scopes: {
      title: 'Wat de sleutel mag',
      save: 'Rechten opslaan',
      some: 'Alleen wat hier is gekozen',
      someHint: 'De sleutel van een programma hoort te mogen wat het programma doet, en verder niets.',
      scim: 'Beheer via SCIM',
      scimHint: 'Voor een identiteitsprovider, zoals Entra of Okta, die hier gebruikers en groepen bijhoudt.',
      listsHint: 'Alle andere lijsten, en wat daarbij hoort, bestaan niet voor deze sleutel.',
    },
  },
}
