import { count, plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

const units: Record<string, { one: string; other: string }> = {
  minutes: { one: 'minuut', other: 'minuten' },
  hours: { one: 'uur', other: 'uur' },
  days: { one: 'dag', other: 'dagen' },
  weeks: { one: 'week', other: 'weken' },
  months: { one: 'maand', other: 'maanden' },
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'Meteen'
  const length = `${count(amount)} ${plural(amount, units[unit] ?? { one: unit, other: unit })} later`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} om ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'Autoresponders',
    lead: 'Berichten die aan één contact worden verzonden als er iets gebeurt.',
    list: 'Lijst',
    name: 'Autoresponder',
    trigger: 'Wanneer',
    triggerTitle: 'Aanleiding',
    delay: 'Verzonden',
    state: 'Status',
    running: 'Actief',
    paused: 'Gepauzeerd',
    delayOf,
    triggers: {
      subscription: 'Iemand komt op de lijst',
      api: 'Alleen een programma vraagt erom',
      campaign_open: 'Een campagne wordt geopend',
      campaign_click: 'Op een link in een campagne wordt geklikt',
      autoresponder_open: 'Een andere autoresponder wordt geopend',
      autoresponder_nonopen: 'Een andere autoresponder wordt niet geopend',
      autoresponder_click: 'Op een link in een andere autoresponder wordt geklikt',
      autoresponder_nonclick: 'Op geen link in een andere autoresponder wordt geklikt',
      autoresponder_send: 'Een andere autoresponder wordt verzonden',
    },
    triggerNow: {
      title: 'Aan één contact verzenden',
      ofPerson: 'Autoresponder starten',
      hint: 'Dezelfde aanroep als die van programma’s. De vertraging en de regel van de autoresponder gelden.',
      email: 'E-mailadres',
      create_missing_subscriber: 'Het contact toevoegen als niemand op de lijst dit adres heeft',
      reactivate_subscriber: 'Het contact weer actief maken als het dat niet is',
      paused: 'De autoresponder is gepauzeerd: het bericht wacht totdat je hervat.',
      pausedName: (name) => `${name} (gepauzeerd)`,
      submit: 'Starten',
      done: (email) => `Gestart voor ${email}.`,
      doneOf: (name) => `${name} is gestart.`,
    },
    empty: {
      title: 'Geen autoresponders op deze lijst',
      text: 'De meest gebruikte verwelkomt wie zich inschrijft.',
    },
    noLists: {
      title: 'Nog geen lijsten',
      text: 'Een autoresponder hoort bij een lijst. Maak eerst een lijst.',
    },
    figures: 'Cijfers sinds het begin',
    sent: 'Verzonden',
    opened: 'Geopend',
    clicked: 'Geklikt',
    bounced: 'Gebouncet',
    left: 'Uitgeschreven',
    ofTaken: 'van bezorgd',
    ofSent: 'van verzonden',
    pause: 'Pauzeren',
    resume: 'Hervatten',
    check: 'Voordat hij actief is',
    stopped: 'Kan niet actief worden totdat dit is hersteld.',
    settings: 'Vertraging',
    delayKinds: { immediately: 'Meteen', with_delay: 'Later' },
    amount: 'Hoe lang daarna',
    unit: 'Eenheid',
    units: { minutes: 'Minuten', hours: 'Uren', days: 'Dagen', weeks: 'Weken', months: 'Maanden' },
    hour: 'Uur van de dag',
    save: 'Vertraging opslaan',
    onImport: 'Ook voor geïmporteerde contacten',
    onApi: 'Ook voor contacten die door een programma of formulier zijn toegevoegd',
    campaign: 'Campagne',
    other: 'Voorafgaande autoresponder',
    anyUrl: 'Elke link telt',
    urls: 'Links die tellen',
    urlsHint: 'Het adres zoals het in het bericht staat. Druk na elk adres op Enter.',
    saveTrigger: 'Verzendmoment opslaan',
    message: {
      title: (name) => `Bericht van ${name}`,
      lead: 'Wijzigingen gelden voor elk bericht dat nog niet is verzonden.',
      save: 'Bericht opslaan',
      saved: 'opgeslagen',
      unsaved: 'nog niet opgeslagen',
      conflict: 'Iemand anders heeft dit bericht intussen opgeslagen.',
      conflictText:
        'Wat je hebt getypt, staat er nog. Sla opnieuw op om de andere versie te overschrijven, of open de pagina opnieuw om die te zien.',
      overwrite: 'Andere versie overschrijven',
    },
    sending: {
      title: 'Naam, contacten en afzender',
      name: 'Naam',
      segment: 'Alleen contacten in dit segment',
      everyone: 'Iedereen die actief is',
      ofList: 'Van de afzender van de lijst',
      fromName: 'Naam van de afzender',
      fromEmail: 'Adres van de afzender',
      replyTo: 'Antwoorden naar',
      trackOpens: 'Openingen meten',
      trackLinks: 'Klikken meten',
      save: 'Instellingen opslaan',
    },
    fresh: {
      title: 'Nieuwe autoresponder',
      lead: 'Gepauzeerd totdat je hervat.',
      nameHint: 'Alleen zichtbaar voor je collega’s.',
      create: 'Maken en het bericht schrijven',
    },
    delete: 'Verwijderen…',
    deleteTitle: (name) => `${name} verwijderen`,
    deleteText:
      'Wachtende berichten worden niet verzonden. Wat verzonden is, blijft in de rapporten. Dit kan niet ongedaan worden gemaakt; wil je hem houden, pauzeer dan.',
    deleteDo: 'Autoresponder verwijderen',
  },
}
