import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail:
        '{reason} {number} von {all} gelesenen, gefüllten Zellen würden fehlschlagen, etwa „{cell}“.',
      called: 'Die Spalte heißt so.',
      near: '„{header}“ ist „{field}“ in anderer Schreibweise.',
      synonym: '„{header}“ ist ein anderes Wort für „{field}“.',
      options: 'Alle Zellen sind Auswahlwerte von „{field}“.',
      addresses: 'Die Zellen sind E-Mail-Adressen.',
      proof:
        'Ein Export hat sie als Nachweis einer Einwilligung geschrieben. Nur Formulare erzeugen Nachweise, Importe nicht.',
      empty: 'Keine gelesene Zelle ist gefüllt.',
      left_out_before: 'Import {import} hat diese Spalte ausgelassen.',
      before: 'In Import {import} hatte sie diese Bedeutung.',
      mostly: 'Kein Feld der Liste passt; ein neues passt zu {number} von {all} gelesenen Zellen.',
      few: 'Kein Feld der Liste passt; für etwas anderes als Text wurden zu wenige Zellen gelesen.',
      fresh: 'Kein Feld der Liste passt; ein neues passt zu allen gelesenen Zellen.',
      opt_out_doubt: '„{header}“ sieht nach einer Abmeldung aus: {how}. „{cell}“ ist kein bekanntes Wort.',
      opt_out: '„{header}“ sieht nach einer Abmeldung aus: {how}.',
      opt_out_of_doubt:
        '„{header}“ ist die Abmeldespalte von {product}: {how}. „{cell}“ ist kein bekanntes Wort.',
      opt_out_of: '„{header}“ ist die Abmeldespalte von {product}: {how}.',
      left: 'Zellen wie „{cell}“ bedeuten, dass die Person sich abgemeldet hat.',
    },
    meanings: {
      flag: '„Ja“ heißt, dass die Person sich abgemeldet hat',
      filled: 'eine gefüllte Zelle heißt, dass die Person sich abgemeldet hat',
      refused: 'jede Ablehnung heißt, dass die Person nicht zugestimmt hat',
      consent: 'alles außer „Ja“ heißt, dass die Person nicht zugestimmt hat',
      unconfirmed: '„Nein“ heißt, dass die Person nicht bestätigt hat oder nicht aktiv ist',
      words: 'jedes Wort hat seinen Status',
      codes:
        'ein Code heißt, dass die Person aktiv ist; die anderen können heißen, dass sie sich abgemeldet hat',
    },
  },
}
