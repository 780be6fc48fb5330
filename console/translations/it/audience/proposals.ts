import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail:
        '{reason} {number} delle {all} celle compilate lette non andrebbero bene, per esempio «{cell}».',
      called: 'La colonna si chiama così.',
      near: '«{header}» è «{field}» scritto in un altro modo.',
      synonym: '«{header}» è un altro termine per «{field}».',
      options: 'Tutte le celle sono opzioni di «{field}».',
      addresses: 'Le celle sono indirizzi e-mail.',
      proof:
        'Un’esportazione l’ha scritta come prova di un consenso. Solo i moduli creano prove; un’importazione non può.',
      empty: 'Nessuna cella letta è compilata.',
      left_out_before: 'L’importazione {import} ha escluso questa colonna.',
      before: 'Nell’importazione {import} aveva questo significato.',
      mostly: 'Nessun campo della lista va bene; uno nuovo va bene per {number} delle {all} celle lette.',
      few: 'Nessun campo della lista va bene; sono state lette troppo poche celle per qualcosa di diverso dal testo.',
      fresh: 'Nessun campo della lista va bene; uno nuovo va bene per tutte le celle lette.',
      opt_out_doubt: '«{header}» sembra una disiscrizione: {how}. «{cell}» non è una parola nota.',
      opt_out: '«{header}» sembra una disiscrizione: {how}.',
      opt_out_of_doubt:
        '«{header}» è la colonna delle disiscrizioni di {product}: {how}. «{cell}» non è una parola nota.',
      opt_out_of: '«{header}» è la colonna delle disiscrizioni di {product}: {how}.',
      left: 'Celle come «{cell}» significano che la persona si è disiscritta.',
    },
    meanings: {
      flag: '«sì» significa che la persona si è disiscritta',
      filled: 'una cella compilata significa che la persona si è disiscritta',
      refused: 'ogni rifiuto significa che la persona non ha dato il consenso',
      consent: 'tutto tranne «sì» significa che la persona non ha dato il consenso',
      unconfirmed: '«no» significa che la persona non ha confermato o non è attiva',
      words: 'ogni parola ha il suo stato',
      codes:
        'un codice significa che la persona è attiva, gli altri possono significare che si è disiscritta',
    },
  },
}
