import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'Het adres wordt niet aangenomen',
  '5.1.1': 'Het adres bestaat niet',
  '5.1.2': 'Het domein van het adres bestaat niet',
  '5.1.3': 'Het adres is ongeldig',
  '5.1.6': 'De ontvanger is verhuisd',
  '5.1.10': 'Het domein neemt geen mail aan',
  '5.2.1': 'De mailbox is gesloten',
  '5.2.2': 'De mailbox is vol',
  '5.2.3': 'Het bericht is te groot voor de mailbox',
  '4.2.2': 'De mailbox is voorlopig vol',
  '5.3.4': 'Het bericht is te groot voor de server',
  '5.4.1': 'Geen server neemt mail aan voor het domein',
  '5.4.4': 'Het domein is niet bereikbaar',
  '5.5.0': 'De server weigerde zonder duidelijke reden',
  '5.7.0': 'De server weigerde op grond van beleid',
  '5.7.1': 'De server weigerde op grond van beleid, vaak wegens vermoeden van spam',
  '5.7.26': 'De afzender is niet geverifieerd (SPF, DKIM, DMARC)',
  unknown: 'De server gaf geen reden',
}

const times = (n: number) => (n === 1 ? 'één keer' : `${count(n)} keer`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'Campagnes',
    live: 'Verzending volgen',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'Tijd', funnel: 'Trechter', mail: 'Bericht', domains: 'Domeinen', bounces: 'Bounces' },
    sections: 'Onderdelen van het rapport',
    figures: 'Cijfers van de campagne',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'Openingen en klikken zijn van mensen. Er is geen programma opgemerkt.'
        : `Openingen en klikken zijn van mensen. Programma’s die elk bericht bekijken, openden ${plural(opened, { one: '# bericht', other: '# berichten' })} (${times(opens)}) en volgden links van ${count(clicked)} (${times(clicks)}); ze zijn hierboven niet meegeteld.`,
    notOpened: (n) => `${people(n)} zonder opening`,
    openedByMachine: (n) => `${people(n)} bij wie een programma het bericht opende`,
    clickedByMachine: (n) => `${people(n)} bij wie een programma een link in het bericht volgde`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `Een verzendregel liet ${people(asked)} weg.`,
        failed === 0
          ? ''
          : `${people(failed)} ${plural(failed, { one: 'kreeg', other: 'kregen' })} om een andere reden geen bericht, zoals een regel die niet kon worden beoordeeld.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'Bekijken wie, en waarom',
    average: (rate) => `gemiddeld ${rate}`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'Er is geen eerdere campagne van de lijst om mee te vergelijken.'
        : `Het gemiddelde is van ${campaigns === 1 ? 'de vorige campagne' : `de ${count(campaigns)} vorige campagnes`} op de lijst.`,
    summary: {
      subject: (contents) => (contents > 1 ? 'Onderwerpen' : 'Onderwerp'),
      noSubject: 'Geen onderwerp',
      to: 'Lijst',
      segment: (name) => `Segment: ${name}`,
      growth: 'De lijst sindsdien',
      active: (now) => `Nu ${people(now)} actief. Hoeveel het er toen waren, is niet vastgelegd.`,
      grown: (by, now) =>
        by === 0
          ? `Evenveel actieve contacten als toen: ${count(now)}.`
          : `${people(Math.abs(by))} ${by > 0 ? 'meer' : 'minder'}, nu ${count(now)} actief.`,
    },
    ofTaken: 'van bezorgd',
    ofSent: 'van verzonden',
    tiles: {
      sent: 'Verzonden',
      accepted: 'Bezorgd',
      opened: 'Geopend',
      clicked: 'Geklikt',
      bounced: 'Gebouncet',
      complained: 'Klachten',
      unsubscribed: 'Uitgeschreven',
    },
    funnel: {
      title: 'Van verzonden tot geklikt',
      caption: (total) => `Elke balk is een deel van de ${count(total)} verzonden berichten.`,
      step: 'Stap',
      people: 'Contacten',
      ofSent: 'Van verzonden',
      ofBefore: 'Van de vorige stap',
      of: {
        accepted: 'van verzonden',
        opened: 'van bezorgd',
        clicked: 'van geopend',
        unsubscribed: 'van bezorgd',
      },
    },
    time: {
      hour: 'Per uur',
      day: 'Per dag',
      step: 'Lengte van een periode',
      start: (zone) => `Vanaf, ${zone}`,
      caption: (word, total, zone) => `${word}: ${count(total)} in totaal. Tijden in ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `${count(later)} later dan getoond.` : '',
          undated > 0 ? `${count(undated)} zonder vastgelegde tijd.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'Nog niets',
        text: 'De eerste openingen komen meestal binnen enkele minuten na de eerste berichten.',
      },
      takenHasNoTime: 'Bezorgde berichten worden niet per tijd geteld; zie Verzonden.',
    },
    mail: {
      content: 'Inhoud',
      frame: (name) => `Het bericht ${name}, met een nummer bij elke getelde link`,
      links: 'Links, meest geklikte eerst',
      link: 'Link',
      people: 'Contacten',
      share: 'Vergeleken',
      clicks: 'Klikken',
      same: 'Een link die twee keer in het bericht staat, heeft één nummer en één telling.',
      foreign: 'Afbeeldingen op andere servers worden als kaders getoond.',
      textOnly: 'Dit is een tekstbericht; de links worden niet geteld.',
      empty: {
        title: 'Geen getelde links',
        text: 'Het bericht heeft geen links, of klikken worden niet gemeten.',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'Domein',
      caption: (sent) => `Naar het domein van de ontvangers. Percentages zijn van ${count(sent)} berichten.`,
      other: (value) => plural(value, { one: '# ander domein', other: '# andere domeinen' }),
      unknown: (isExact) =>
        isExact
          ? 'Verwijderde contacten en testadressen'
          : `Niet geteld: alle behalve de eerste ${count(campaignDomainsPeopleMax)} contacten van de lijst`,
      share: 'Deel van de berichten',
      empty: { title: 'Nog niets', text: 'Niemand heeft iets gekregen.' },
    },
    bounces: {
      caption: (value) =>
        `${people(value)} ${plural(value, { one: 'kreeg', other: 'kregen' })} het bericht niet.`,
      reason: 'Wat de server zei',
      code: 'Code',
      people: 'Contacten',
      share: 'Deel van de bounces',
      reasonOf: (code) =>
        codes[code] ??
        (code.startsWith('4.') ? 'Voorlopig geweigerd, tot Quiver opgaf' : 'Definitief geweigerd'),
      hard: 'Adres bestaat niet',
      soft: 'Mailbox niet beschikbaar',
      other: 'Ligt niet aan het adres',
      kinds: 'Bounces naar soort',
      empty: { title: 'Geen bounces', text: 'Geen mailserver heeft het bericht geweigerd.' },
    },
    table: 'Tabel',
    chart: 'Grafiek',
    tableHint: 'Toets: T',
    thinned: (run) =>
      `De grafiek toont het hoogste van elke ${count(run)} punten; het bestand bevat ze allemaal.`,
    more: (rest) => `Meer tonen: ${count(rest)} rijen`,
    csv: 'CSV',
    compare: {
      title: 'Campagnes vergelijken',
      lead: 'Percentages zijn van de bezorgde berichten; die van bounces van de verzonden berichten.',
      campaign: 'Campagne',
      started: (zone) => `Gestart, ${zone}`,
      empty: {
        title: 'Niets te vergelijken',
        text: 'Kies twee tot vijf campagnes in de campagnelijst.',
      },
      choose: 'Campagnes kiezen',
    },
    sent: {
      title: 'Verzonden berichten',
      lead: 'Bezorgde berichten, naar de dag waarop ze zijn verzonden.',
      by: 'Per',
      daily: 'Dag',
      monthly: 'Maand',
      from: 'Van',
      to: 'Tot',
      period: (zone) => `Begint, ${zone}`,
      sender: 'Campagne of autoresponder',
      messages: 'Berichten',
      other: 'Overige',
      single: 'Transactionele berichten',
      caption: (total, zone) => `${count(total)} berichten. Dagen in ${zone}.`,
      empty: {
        title: 'Er is niets verzonden',
        text: 'In deze periode is geen bericht verzonden. Kies een andere.',
      },
    },
    credits: {
      title: 'Verzendtegoed',
      organization: 'Organisatie',
      lead: 'Eén credit betaalt één bezorgd bericht.',
      available: 'Beschikbaar',
      lifetime: 'Ooit verzonden berichten',
      balance: 'Credits',
      at: (zone) => `Laatste mutatie, ${zone}`,
      change: 'Mutatie',
      after: 'Saldo',
      what: 'Wat',
      who: 'Door',
      kinds: { added: 'Toegevoegd', removed: 'Afgetrokken', set: 'Saldo ingesteld', spent: 'Verbruikt' },
      actors: { user: 'Gebruiker', api_key: 'API-sleutel', system: 'De server' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `Verbruikt door ${name}`,
      empty: {
        title: 'Geen mutaties',
        text: 'In deze periode is niets toegevoegd of verbruikt. Organisaties zonder vooraf betaalde credits hebben geen mutaties.',
      },
    },
  },
}
