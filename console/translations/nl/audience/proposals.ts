import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail: '{reason} {number} van de {all} gelezen, gevulde cellen zouden mislukken, zoals “{cell}”.',
      called: 'De kolom heet zo.',
      near: '“{header}” is “{field}” in een andere spelling.',
      synonym: '“{header}” is een ander woord voor “{field}”.',
      options: 'Alle cellen zijn keuzes van “{field}”.',
      addresses: 'De cellen zijn e-mailadressen.',
      proof:
        'Een export schreef dit als bewijs van toestemming. Alleen formulieren maken bewijzen; een import kan dat niet.',
      empty: 'Geen gelezen cel is gevuld.',
      left_out_before: 'Import {import} liet deze kolom weg.',
      before: 'In import {import} had de kolom deze betekenis.',
      mostly: 'Geen veld van de lijst past; een nieuw veld past bij {number} van de {all} gelezen cellen.',
      few: 'Geen veld van de lijst past; er zijn te weinig cellen gelezen voor iets anders dan tekst.',
      fresh: 'Geen veld van de lijst past; een nieuw veld past bij alle gelezen cellen.',
      opt_out_doubt: '“{header}” lijkt een afmelding: {how}. “{cell}” is geen bekend woord.',
      opt_out: '“{header}” lijkt een afmelding: {how}.',
      opt_out_of_doubt:
        '“{header}” is de kolom met afmeldingen van {product}: {how}. “{cell}” is geen bekend woord.',
      opt_out_of: '“{header}” is de kolom met afmeldingen van {product}: {how}.',
      left: 'Cellen zoals “{cell}” betekenen dat de persoon zich heeft afgemeld.',
    },
    meanings: {
      flag: '‘ja’ betekent dat de persoon zich heeft afgemeld',
      filled: 'een gevulde cel betekent dat de persoon zich heeft afgemeld',
      refused: 'elke weigering betekent dat de persoon geen toestemming gaf',
      consent: 'alles behalve ‘ja’ betekent dat de persoon geen toestemming gaf',
      unconfirmed: '‘nee’ betekent dat de persoon niet heeft bevestigd of niet actief is',
      words: 'elk woord heeft zijn status',
      codes:
        'één code betekent dat de persoon actief is, de andere kunnen betekenen dat die zich heeft afgemeld',
    },
  },
}
