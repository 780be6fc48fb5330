import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail:
        '{reason} Nie pasuje {number} z {all} odczytanych wypełnionych komórek, na przykład „{cell}”.',
      called: 'Kolumna tak się nazywa.',
      near: '„{header}” to „{field}” w innej pisowni.',
      synonym: '„{header}” to inne określenie pola „{field}”.',
      options: 'Wszystkie komórki są opcjami pola „{field}”.',
      addresses: 'Komórki są adresami e-mail.',
      proof: 'Eksport zapisał ją jako dowód zgody. Dowody tworzą tylko formularze; import nie może.',
      empty: 'Żadna odczytana komórka nie jest wypełniona.',
      left_out_before: 'Import {import} pominął tę kolumnę.',
      before: 'W imporcie {import} miała to znaczenie.',
      mostly: 'Żadne pole listy nie pasuje; nowe pasuje do {number} z {all} odczytanych komórek.',
      few: 'Żadne pole listy nie pasuje; odczytano za mało komórek na coś innego niż tekst.',
      fresh: 'Żadne pole listy nie pasuje; nowe pasuje do wszystkich odczytanych komórek.',
      opt_out_doubt: '„{header}” wygląda na rezygnację: {how}. „{cell}” nie jest znanym słowem.',
      opt_out: '„{header}” wygląda na rezygnację: {how}.',
      opt_out_of_doubt:
        '„{header}” to kolumna rezygnacji z {product}: {how}. „{cell}” nie jest znanym słowem.',
      opt_out_of: '„{header}” to kolumna rezygnacji z {product}: {how}.',
      left: 'Komórki takie jak „{cell}” oznaczają, że osoba zrezygnowała.',
    },
    meanings: {
      flag: '„tak” oznacza, że osoba zrezygnowała',
      filled: 'wypełniona komórka oznacza, że osoba zrezygnowała',
      refused: 'każda odmowa oznacza, że osoba nie wyraziła zgody',
      consent: 'wszystko poza „tak” oznacza, że osoba nie wyraziła zgody',
      unconfirmed: '„nie” oznacza, że osoba nie potwierdziła zapisu lub nie jest aktywna',
      words: 'każde słowo ma swój status',
      codes: 'jeden kod oznacza, że osoba jest aktywna, pozostałe mogą oznaczać, że zrezygnowała',
    },
  },
}
