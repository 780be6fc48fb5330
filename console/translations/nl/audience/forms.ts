import { count, plural } from '../../../design/figures.ts'
import { orMore } from './amounts.ts'
import type * as en from '../../../words/audience/forms.ts'

const times = (value: number) => count(value)

export const { formWords }: typeof en = {
  formWords: {
    title: 'Formulieren',
    lead: (list) => `Met een formulier schrijven contacten zich zelf in voor ${list}.`,
    create: 'Nieuw formulier',
    empty: {
      title: 'Nog geen formulieren',
      text: 'Een formulier is een pagina waarnaar je linkt, of HTML voor je eigen site. Contacten bevestigen per e-mail voordat ze iets anders krijgen.',
    },
    name: 'Naam',
    nameHint: 'Alleen zichtbaar voor je collega’s.',
    state: 'Status',
    states: { open: 'Open', closed: 'Gesloten' },
    optIn: 'Bevestiging',
    optIns: {
      double: 'Met een link in een e-mail (double opt-in)',
      single: 'Geen (single opt-in)',
    },
    optInHint:
      'Zonder bevestiging worden nieuwe adressen meteen ingeschreven. Adressen die al op de lijst staan, krijgen altijd een e-mail met de vraag om te bevestigen.',
    shortOptIns: { double: 'Per e-mail', single: 'Geen' },
    submitted: 'Ingezonden',
    confirmed: 'Bevestigd',
    pending: 'Wacht',
    figures: 'Cijfers',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `${times(submitted)} ingezonden, ${times(confirmed)} bevestigd, ${orMore(times(pending), isExact)} wachten op bevestiging.`,
    noSender:
      'Deze lijst heeft geen afzenderadres, dus de e-mails die om bevestiging vragen, kunnen niet worden verzonden. De formulieren zijn gesloten totdat je er een instelt.',
    toSettings: 'Instellingen van de lijst',
    new: { title: 'Nieuw formulier', submit: 'Formulier maken' },
    page: 'Pagina',
    heading: 'Kop',
    headingHint: 'Is een tekst leeg, dan zien lezers de tekst van Quiver in hun taal.',
    introduction: 'Tekst boven de velden',
    button: 'Tekst van de knop',
    consent: 'Waarmee contacten akkoord gaan',
    consentHint:
      'Lezers moeten een vakje bij deze tekst aanvinken. De tekst wordt bij elke inschrijving als bewijs bewaard. Webadressen worden links. Leeg: geen vakje.',
    version: (value) => `Versie ${count(value)}.`,
    fields: 'Velden',
    fieldsHint: 'Het formulier vraagt altijd om het adres en om de velden die de lijst vereist.',
    addField: 'Veld toevoegen',
    noFields: 'Het formulier vraagt alleen om het adres.',
    label: (name) => `Label van ${name}`,
    required: 'Verplicht',
    requiredOf: (name) => `${name} is verplicht`,
    up: (name) => `${name} omhoog`,
    down: (name) => `${name} omlaag`,
    remove: (name) => `${name} weglaten`,
    mail: 'E-mail die om bevestiging vraagt',
    mailHint: (from) =>
      from === ''
        ? 'Wordt verzonden door de afzender van de lijst.'
        : `Wordt verzonden vanaf ${from}, de afzender van de lijst.`,
    subject: 'Onderwerp',
    text: 'Tekst',
    mailButton: 'Tekst van de knop',
    after: 'Na de bevestiging',
    redirect: 'In plaats daarvan doorsturen naar dit adres',
    redirectHint: 'Moet beginnen met https://.',
    more: 'Regels',
    language: 'Taal',
    languageHint:
      'Is er geen ingesteld, dan de taal van het merk, of anders de taal waarom de browser vraagt.',
    asTheReader: 'De taal van de lezer',
    active: 'Het formulier is open',
    work: 'De browser een korte berekening laten doen',
    workHint: 'Dat vertraagt programma’s die formulieren invullen. De pagina heeft dan JavaScript nodig.',
    origins: 'Sites waarvan scripts het formulier mogen inzenden',
    originsHint: 'Eén per regel, zoals https://www.example.com.',
    save: 'Formulier opslaan',
    saved: 'Het formulier is opgeslagen.',
    preview: 'Voorbeeld',
    previewPage: 'Pagina van het voorbeeld',
    previewLook: 'Vormgeving van het voorbeeld',
    subjectIs: (subject) => `Onderwerp: ${subject}`,
    pages: {
      form: 'Het formulier',
      sent: 'Na het inzenden',
      mail: 'De e-mail',
      confirm: 'De link in de e-mail',
      thanks: 'Na de bevestiging',
    },
    looks: { light: 'Licht', dark: 'Donker' },
    someone: 'ann@example.com',
    share: 'Publiceren',
    address: 'Adres van de pagina',
    embed: 'HTML voor je eigen site',
    embedHint:
      'Bevat geen script. De pagina van het formulier toont nog één keer wat is ingevuld, en één klik verzendt het. Kopieer de HTML opnieuw nadat je de velden hebt gewijzigd.',
    open: 'Pagina openen',
    delete: {
      title: 'Formulier verwijderen',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'De pagina sluit. Contacten die zich ermee hebben ingeschreven, blijven op de lijst.'
          : `De pagina sluit, en ${orMore(count(pending), isExact)} ${plural(pending, { one: 'contact dat nog niet heeft bevestigd, kan', other: 'contacten die nog niet hebben bevestigd, kunnen' })} dat niet meer doen. Contacten die zich ermee hebben ingeschreven, blijven op de lijst.`,
      begin: 'Dit formulier verwijderen…',
      submit: 'Formulier verwijderen',
    },
  },
}
