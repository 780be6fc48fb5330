import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/readers.ts'
export const readerWords: typeof en.readerWords = {
  title: 'Pagine per i lettori',
  lead: 'Che cosa vedono e possono scegliere i contatti di questa lista quando aprono le preferenze o si disiscrivono.',
  open: 'Pagine per i lettori',
  choice: {
    title: 'Che cosa possono scegliere i lettori',
    isPublic: 'I lettori delle tue altre liste possono trovare questa lista e unirsi',
    isPublicHint:
      'Nella loro pagina delle preferenze. Chi si unisce è subito attivo, perché il link ha verificato l’indirizzo.',
    keyed:
      'I contatti di questa lista si distinguono per un campo, quindi nessuno può unirsi con il solo indirizzo.',
    name: 'Nome che vedono i lettori',
    nameHint: (name) => `Se vuoto: ${name}.`,
    description: 'Descrizione che vedono i lettori',
    fields: 'Campi che i contatti possono modificare da soli',
    fieldsHint: 'Chiunque abbia il link di un messaggio può vederne i valori.',
    noFields: 'Questa lista non ha ancora campi.',
    code: 'Per inserire in un messaggio un link alla pagina, usa il codice',
    save: 'Salva la scelta',
    saved: 'Salvato. I lettori lo vedono da subito.',
  },
  look: {
    title: 'Aspetto',
    lead: 'Ciò che lasci vuoto è ripreso dal marchio dell’organizzazione.',
    inherited: 'Se vuoto, ripreso dal marchio dell’organizzazione.',
  },
  texts: {
    title: 'Testi',
    lead: 'Questi sono i testi attuali. Scrivi i tuoi dove questa lista ne richiede di diversi.',
    language: 'Lingua',
    page: 'Pagina',
    pages: {
      ask: 'Domanda prima della disiscrizione',
      left: 'Disiscritto',
      again: 'Già disiscritto',
      back: 'Iscritto di nuovo',
      full: 'Lista piena',
      preferences: 'Preferenze',
      change: 'Cambio di indirizzo',
      form: 'Modulo',
      formMail: 'E-mail di un modulo',
      dead: 'Link non valido',
      other: 'Altre pagine',
    },
    own: (text) => `Al posto di: ${text}`,
    placeholder: 'Invariato',
    keep: (names) => `Mantieni ${names}: al suo posto va un valore.`,
    save: (count) => `Salva ${count} ${plural(count, { one: 'testo', other: 'testi' })}`,
    saveNone: 'Salva i testi',
    saved: 'Salvato. I lettori lo vedono da subito.',
    example: { list: 'Newsletter', other: 'Ricette', email: 'ann@example.com', field: 'Nome' },
  },
}

export const pauseWords: typeof en.pauseWords = {
  until: (day) =>
    `In pausa fino a ${day}: fino ad allora non riceve campagne o autorisponditori di questa lista.`,
  end: 'Termina la pausa',
  ended: 'La pausa è terminata.',
}
