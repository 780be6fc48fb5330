import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) => plural(value, { one: '# bericht', other: '# berichten' })

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}, bezig met tellen`
  return `${count(sent)} van ${is === 'about' ? 'ongeveer ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'Wacht op verzendtegoed.',
    helps: 'Gaat vanzelf verder zodra een beheerder van de server tegoed toevoegt.',
    link: 'credits',
  },
  'sending quota': {
    says: 'Wacht: de berichtenlimiet van deze maand is bereikt.',
    helps: 'Gaat vanzelf verder als de volgende maand begint of als de limiet wordt verhoogd.',
  },
  'the speed limit': {
    says: 'Wacht door de snelheidslimiet van deze campagne.',
    helps: 'Gaat vanzelf verder. Je hoeft niets te doen.',
  },
  'a mail server': {
    says: 'Wacht: de mailserver reageert niet.',
    helps:
      'Probeert het om de paar seconden opnieuw. Duurt dit lang, vraag het dan de beheerder van de server.',
  },
  'a mail server that takes messages of this size': {
    says: 'Wacht: de berichten zijn groter dan de mailserver aanneemt.',
    helps:
      'Hierdoor is niemand gebouncet. Annuleer de campagne en verzend kleinere inhoud, of vraag de beheerder om de limiet te verhogen; dan gaat de campagne vanzelf verder.',
  },
  'a mail server that accepts the log-in': {
    says: 'Wacht: de mailserver weigert het inloggen.',
    helps:
      'Gaat vanzelf verder als gebruiker en wachtwoord van de mailserver kloppen. Vraag het de beheerder van de server.',
  },
  'the sending limit of the mail server': {
    says: 'Wacht: de mailserver heeft voorlopig zoveel berichten verzonden als mag.',
    helps:
      'Gaat vanzelf verder als de mailserver weer berichten aanneemt. Duurt dit lang, vraag de beheerder dan om een hogere limiet.',
  },
  'messages to be tried again': {
    says: 'Iedereen is één keer aangeschreven; sommige servers vroegen om het later opnieuw te proberen.',
    helps: 'Probeert het vanzelf opnieuw, hoogstens een paar dagen.',
  },
  'the choice of the winning content': {
    says: 'Wacht op de resultaten van de test.',
    helps: 'De beste inhoud gaat op de ingestelde tijd naar alle anderen.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'Verwijderen…',
      title: (name) => `${name} verwijderen?`,
      text: 'De campagne is niet verzonden. Inhoud en instellingen gaan verloren. Dit kan niet ongedaan worden gemaakt.',
      action: 'Campagne verwijderen',
    },
    title: 'Campagnes',
    lead: 'Een campagne is één bericht aan veel contacten. Percentages zijn van de bezorgde berichten.',
    create: 'Nieuwe campagne',
    empty: {
      title: 'Nog geen campagnes',
      text: 'Een campagne is een concept totdat je die verzendt: tot dan krijgt niemand iets.',
    },
    noneFound: { title: 'Niets gevonden', text: 'Geen campagne past. Verwijder een filter om meer te zien.' },
    search: 'Zoeken op naam',
    name: 'Campagne',
    state: 'Status',
    list: 'Lijst',
    allLists: 'Alle lijsten',
    begins: (zone) => `Begint, ${zone}`,
    sent: 'Verzonden',
    opened: 'Geopend',
    clicked: 'Geklikt',
    left: 'Uitgeschreven',
    stateFilters: [
      { value: '', label: 'Alle statussen' },
      { value: 'idle', label: 'Concepten' },
      { value: 'scheduled', label: 'Gepland' },
      { value: 'sending', label: 'Wordt verzonden' },
      { value: 'finished', label: 'Verzonden' },
      { value: 'failed,cancelled', label: 'Mislukt of geannuleerd' },
    ],
    stages: {
      draft: 'Concept',
      scheduled: 'Gepland',
      sending: 'Wordt verzonden',
      waiting: 'Wacht',
      paused: 'Gepauzeerd',
      finished: 'Verzonden',
      failed: 'Mislukt',
      cancelled: 'Geannuleerd',
    },
    compareThis: (name) => `${name} vergelijken`,
    compareThem: (value) => `${value} campagnes vergelijken`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `Voortgang van ${name}`,
    report: 'Rapport',
    live: {
      progress: 'Tot nu toe verzonden',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `${messages(sent)} tot nu toe. De ontvangers worden geteld: ${count(total)} of meer.`
          : `${ofAll(sent, total, is)} ${plural(total, { one: 'contact', other: 'contacten' })}`,
      perMinute: (rate) => `${count(rate)} per minuut`,
      left: (time) => `nog ${time}`,
      notStarted: (time) => `Begint om ${time}.`,
      over: {
        finished: (sent) => `Klaar: ${messages(sent)} verzonden.`,
        cancelled: (sent) => `Geannuleerd na ${messages(sent)}.`,
        failed: (sent, why) => `Mislukt na ${messages(sent)}: ${why}`,
      },
      draft: 'Deze campagne is een concept. Niemand heeft iets gekregen.',
      milestone: (share, sent) => `${share} % verzonden: ${messages(sent)}.`,
      wait: (reason, said) => waits[reason] ?? { says: `Wacht: ${said}.`, helps: 'Gaat vanzelf verder.' },
      pausedBy: (reason) =>
        reason === ''
          ? 'Gepauzeerd. Niemand krijgt iets totdat je hervat.'
          : `De server heeft de campagne gepauzeerd: ${reason}`,
      credits: 'Tegoed bekijken',
      pause: 'Pauzeren',
      resume: 'Hervatten',
      cancel: 'Annuleren…',
      cancelTitle: (name) => `${name} annuleren`,
      cancelText: (sent, remaining) =>
        `${people(sent)} ${plural(sent, { one: 'heeft', other: 'hebben' })} de campagne al. ${remaining === null ? 'Alle anderen' : `De andere ${count(remaining)}`} krijgen die niet. Dit kan niet ongedaan worden gemaakt.`,
      cancelAll:
        'Niemand heeft iets gekregen en niemand krijgt nog iets. Dit kan niet ongedaan worden gemaakt.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'De rest annuleren'
        return remaining === 0 ? 'Campagne annuleren' : `De rest annuleren, ${people(remaining)}`
      },
      figures: 'Cijfers tot nu toe',
      taken: 'Bezorgd',
      takenHint: 'Bezorgd: een mailserver heeft het bericht aangenomen.',
      refused: 'Gebouncet',
      waiting: 'Wacht op nieuwe poging',
    },
    uncertain: {
      title: (value, isExact) =>
        `${orMore(messages(value), isExact)}: misschien wel, misschien niet verzonden`,
      text: 'De verbinding of de server viel uit tijdens het overdragen. Er wordt niets opnieuw verzonden, tenzij je dat aangeeft.',
      who: 'Bekijken wie het zijn',
      hide: 'Verbergen',
      again: (value, isExact) =>
        isExact ? `Opnieuw verzenden aan ${count(value)}` : 'Opnieuw verzenden aan allen',
      warn: 'Wie het eerste kreeg, krijgt het twee keer, met dezelfde Message-ID.',
      person: 'Contact',
      since: (zone) => `Sinds, ${zone}`,
      messageId: 'Message-ID',
      deleted: 'Sindsdien verwijderd',
      resent: (value) =>
        `${messages(value)} ${plural(value, { one: 'wordt', other: 'worden' })} opnieuw verzonden.`,
    },
    system: {
      title: 'Alle campagnes',
      lead: 'Alle gestarte campagnes, van alle organisaties. Cijfers worden tijdens het verzenden bijgewerkt.',
      started: 'Gestart',
      periods: [
        { value: '1', label: 'Sinds gisteren' },
        { value: '7', label: 'In de laatste 7 dagen' },
        { value: '30', label: 'In de laatste 30 dagen' },
        { value: 'all', label: 'Altijd' },
      ],
      onlyOver: 'Alleen beëindigde campagnes',
      organization: 'Organisatie',
      bounced: 'Gebouncet',
      complained: 'Klachten',
      empty: { title: 'Geen campagnes', text: 'In deze periode is geen campagne gestart.' },
    },
  },
}
