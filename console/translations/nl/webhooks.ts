import type { EventType } from '../../../src/contract/webhooks.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'Een bericht is geopend',
  studio_click: 'Op een link is geklikt',
  studio_unsub: 'Iemand heeft zich uitgeschreven',
  studio_subscriber_created: 'Een contact is via de API toegevoegd',
  studio_subscriber_updated: 'Een contact is via de API gewijzigd',
  bounce_all: 'Een bericht is gebouncet, om welke reden dan ook',
  bounce_bad_address: 'Een adres bestaat niet (hard bounce)',
  scomp: 'Een bericht is als spam gemeld',
  import_finished: 'Een import is klaar',
  import_failed: 'Een import is mislukt',
  import_undone: 'Een import is teruggedraaid',
  export_finished: 'Een export is klaar',
  export_failed: 'Een export is mislukt',
  message_accepted: 'Een transactioneel bericht is door een mailserver aangenomen',
  message_bounced: 'Een transactioneel bericht is gebouncet',
  message_skipped: 'Een transactioneel bericht is niet verzonden',
  message_uncertain: 'Een transactioneel bericht is misschien wel, misschien niet vertrokken',
  message_opened: 'Een transactioneel bericht is geopend',
  message_clicked: 'Op een link in een transactioneel bericht is geklikt',
  message_complained: 'Een transactioneel bericht is als spam gemeld',
  message_unsubscribed: 'Iemand heeft zich uitgeschreven van een stream',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Een webhook vertelt je programma binnen seconden wat er gebeurt, met ondertekende verzoeken.',
    create: 'Nieuwe webhook',
    name: 'Naam',
    url: 'Adres',
    state: 'Status',
    states: {
      off: 'Uitgeschakeld',
      failing: 'Reageert niet',
      waits: 'Bezig met bezorgen',
      idle: 'Werkt',
      never: 'Nog niets verzonden',
    },
    pending: 'Wacht',
    dead: 'Opgegeven',
    empty: {
      title: 'Nog geen webhooks',
      text: 'Met een webhook weet je webshop of CRM meteen wie zich heeft uitgeschreven, welke adressen zijn gebouncet en welke imports klaar zijn.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'Een test' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'Nieuwe webhook',
      lead: 'Het geheim dat de verzoeken ondertekent, wordt één keer getoond, nadat je de webhook hebt gemaakt.',
      nameHint: 'Het programma dat luistert, bijvoorbeeld ‘Webshop’.',
      urlHint: 'Begint met https://.',
      events: 'Melden wanneer',
      listsHint: 'Krijgt alleen gebeurtenissen van deze lijsten, en geen die bij geen enkele lijst horen.',
      submit: 'Webhook maken',
    },
    secret: {
      title: 'Kopieer het ondertekeningsgeheim nu',
      text: 'Het wordt niet opnieuw getoond. Je programma controleert ermee of een verzoek van deze server komt en niet is gewijzigd.',
      label: 'Geheim',
      done: 'Gekopieerd',
    },
    test: 'Testgebeurtenis versturen',
    tested: 'De testgebeurtenis is onderweg. Die verschijnt hieronder.',
    deliveries: {
      title: 'Laatste pogingen',
      none: 'Er is nog niets verzonden. Verstuur een testgebeurtenis om te zien of het adres antwoordt.',
      when: (zone) => `Wanneer, ${zone}`,
      what: 'Wat',
      result: 'Resultaat',
      took: 'Duur',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `Aangenomen, ${status}`,
      answer: 'Antwoord',
      silent: 'Geen antwoord',
      more: (value) => `en nog ${count(value)}`,
    },
    waiting: {
      title: 'Wacht',
      text: (value, isExact, next) =>
        `${orMore(plural(value, { one: '# gebeurtenis', other: '# gebeurtenissen' }), isExact)} ${plural(value, { one: 'wacht', other: 'wachten' })}.${next === null ? '' : ` De volgende poging is om ${next}.`}`,
      off: 'Ze worden 30 dagen bewaard en bezorgd zodra de webhook is ingeschakeld.',
      lastError: (error) => `Laatste fout: ${error}`,
      now: 'Nu bezorgen',
      done: 'De volgende poging begint meteen.',
    },
    deadEvents: {
      title: 'Opgegeven',
      text: 'Na twaalf pogingen wordt een gebeurtenis opgegeven en 30 dagen bewaard.',
      event: 'Gebeurtenis',
      when: (zone) => `Gebeurd, ${zone}`,
      why: 'Waarom',
      action: 'Actie',
      one: 'Opnieuw versturen',
      all: (value, isExact) => (isExact ? `${count(value)} opnieuw versturen` : 'Alles opnieuw versturen'),
      done: (value) =>
        `${plural(value, { one: '# gebeurtenis is', other: '# gebeurtenissen zijn' })} weer onderweg.`,
    },
    settings: 'Instellingen',
    save: 'Opslaan',
    saved: 'Opgeslagen.',
    active: 'Gebeurtenissen bezorgen',
    rotate: {
      open: 'Nieuw ondertekeningsgeheim…',
      title: 'Een nieuw ondertekeningsgeheim?',
      text: 'Het huidige geheim ondertekent meteen niet meer. Laat je programma beide accepteren terwijl je het wijzigt.',
      action: 'Nieuw geheim maken',
    },
    remove: {
      open: 'Webhook verwijderen…',
      title: (name) => `${name} verwijderen?`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'Het programma krijgt geen gebeurtenissen meer. Dit kan niet ongedaan worden gemaakt.'
          : `Het programma krijgt geen gebeurtenissen meer, en ${orMore(plural(waiting, { one: '# wachtende gebeurtenis', other: '# wachtende gebeurtenissen' }), isExact)} ${plural(waiting, { one: 'wordt', other: 'worden' })} verwijderd. Dit kan niet ongedaan worden gemaakt.`,
      action: 'Webhook verwijderen',
    },
  },
}
