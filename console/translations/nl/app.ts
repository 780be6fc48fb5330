import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'Laden',
    tryAgain: 'Opnieuw proberen',
    showPassword: 'Wachtwoord tonen',
    close: 'Sluiten',
    request: (id) => `Verzoek ${id}`,
    asOf: (at, kind, message) =>
      `Stand van ${clock(at)}. ${{ offline: 'De server reageert niet; er wordt opnieuw geprobeerd.', forbidden: 'Je mag dit niet meer bekijken.', stale: message, missing: 'Dit bestaat niet meer.', busy: 'Er waren te veel verzoeken.', later: message, server: 'Er ging iets mis op de server.', refused: message }[kind]}`,
    skip: 'Naar de inhoud',
    menu: 'Menu',
    openMenu: 'Menu openen',
    account: 'Account',
    ownAccount: 'Je account',
    logOut: 'Uitloggen',
    language: 'Taal',
    theme: { title: 'Weergave', light: 'Licht', dark: 'Donker', auto: 'Zoals het systeem' },
    pages: {
      title: 'Pagina’s',
      range: (first, last, total) => `${first} tot ${last} van ${total}`,
      earlier: 'Vorige',
      later: 'Volgende',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'Geen verbinding met de server',
          text: 'Wat je hebt getypt, blijft hier staan. Probeer het zo opnieuw.',
        },
        forbidden: {
          title: 'Je mag dit niet bekijken',
          text: 'Een beheerder van de organisatie kan je het recht geven.',
        },
        stale: {
          title: 'Iemand anders heeft dit intussen gewijzigd',
          text: `Door ${message}. Wat je hebt getypt, staat er nog: sla opnieuw op om die wijziging te vervangen, of open de pagina opnieuw om die te zien.`,
        },
        missing: { title: 'Hier is niets', text: 'Het bestaat niet, of je hebt er geen toegang toe.' },
        busy: { title: 'Te veel verzoeken', text: message },
        later: { title: 'De server kan dit nu niet doen', text: message },
        server: {
          title: 'Er ging iets mis op de server',
          text: 'Probeer het opnieuw. Gebeurt het weer, meld dan het verzoek hieronder bij de beheerder van de server.',
        },
        refused: { title: 'Dat is niet gelukt', text: message },
      })[kind],
    broken: {
      title: 'Dit deel van de pagina werkt niet',
      text: 'De rest werkt nog.',
      reload: 'Opnieuw laden',
    },
    cancel: 'Terug',
    leaving: {
      title: 'Verlaten zonder op te slaan?',
      text: 'Je wijzigingen op deze pagina zijn nog niet opgeslagen.',
      go: 'Verlaten zonder op te slaan',
    },
    saved: 'Opgeslagen.',
    more: (rest) => `nog ${count(rest)}: typ een deel van de naam`,
    copy: { action: 'Kopiëren', done: 'Gekopieerd', of: (label) => `Kopiëren: ${label}` },
    notFound: {
      title: 'Hier is niets',
      text: 'Het is verwijderd, het hoort bij een andere organisatie of het adres klopt niet.',
      to: (place) => `Terug naar ${place}`,
    },
    gone: {
      title: 'Dit bestaat niet meer',
      text: 'Het is verwijderd terwijl deze pagina open was. Wat je hieronder ziet, is van daarvoor en kan niet meer worden gewijzigd.',
    },
    unreachable: {
      title: 'De server reageert niet',
      text: 'Controleer of Quiver draait en probeer het opnieuw.',
    },
    outOfReach:
      'De server is niet bereikbaar. Wat je hebt getypt, blijft bewaard en de pagina verbindt vanzelf opnieuw.',
    sessionOver: {
      title: 'Je sessie is beëindigd',
      text: 'Log opnieuw in. Wat je op de pagina hebt getypt, staat er nog.',
    },
  },
}
