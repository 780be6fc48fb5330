import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/readers.ts'
export const readerWords: typeof en.readerWords = {
  title: 'Pagina’s voor lezers',
  lead: 'Wat contacten op deze lijst zien en kunnen kiezen als ze hun voorkeuren openen of zich uitschrijven.',
  open: 'Pagina’s voor lezers',
  choice: {
    title: 'Wat lezers kunnen kiezen',
    isPublic: 'Lezers van je andere lijsten kunnen deze lijst vinden en zich inschrijven',
    isPublicHint:
      'Op hun voorkeurenpagina. Wie zich inschrijft, is meteen actief, omdat de link het adres heeft bewezen.',
    keyed:
      'Contacten op deze lijst worden onderscheiden door een veld, dus niemand kan zich met alleen een adres inschrijven.',
    name: 'Naam die lezers zien',
    nameHint: (name) => `Leeg: ${name}.`,
    description: 'Beschrijving die lezers zien',
    fields: 'Velden die contacten zelf kunnen wijzigen',
    fieldsHint: 'Iedereen met de link uit een bericht kan de waarden zien.',
    noFields: 'Deze lijst heeft nog geen velden.',
    code: 'Gebruik deze code om in een bericht naar de pagina te linken',
    save: 'Keuze opslaan',
    saved: 'Opgeslagen. Lezers zien het vanaf nu.',
  },
  look: {
    title: 'Vormgeving',
    lead: 'Wat je leeg laat, komt uit het merk van de organisatie.',
    inherited: 'Leeg: uit het merk van de organisatie.',
  },
  texts: {
    title: 'Teksten',
    lead: 'Dit zijn de teksten zoals ze nu zijn. Schrijf je eigen waar deze lijst een andere nodig heeft.',
    language: 'Taal',
    page: 'Pagina',
    pages: {
      ask: 'Vraag voor het uitschrijven',
      left: 'Uitgeschreven',
      again: 'Al uitgeschreven',
      back: 'Weer ingeschreven',
      full: 'Lijst is vol',
      preferences: 'Voorkeuren',
      change: 'Adreswijziging',
      form: 'Formulier',
      formMail: 'E-mail van een formulier',
      dead: 'Ongeldige link',
      other: 'Andere pagina’s',
    },
    own: (text) => `In plaats van: ${text}`,
    placeholder: 'Ongewijzigd',
    keep: (names) => `Laat ${names} staan: daar komt een waarde.`,
    save: (count) => `${count} ${plural(count, { one: 'tekst', other: 'teksten' })} opslaan`,
    saveNone: 'Teksten opslaan',
    saved: 'Opgeslagen. Lezers zien het vanaf nu.',
    example: { list: 'Nieuwsbrief', other: 'Recepten', email: 'ann@example.com', field: 'Voornaam' },
  },
}

export const pauseWords: typeof en.pauseWords = {
  until: (day) =>
    `Met pauze tot ${day}: tot dan krijgt dit contact geen campagnes of autoresponders van deze lijst.`,
  end: 'Pauze beëindigen',
  ended: 'De pauze is beëindigd.',
}
