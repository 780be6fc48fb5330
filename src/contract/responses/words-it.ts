import type { PublicWords } from './words-en.ts'

export const it: PublicWords = {
  askTitle: 'Vuole annullare l’iscrizione?',
  askText: 'Non riceverà più messaggi da {list}.',
  leave: 'Annulla l’iscrizione',
  leftTitle: 'L’iscrizione è stata annullata',
  leftText: 'Non riceverà più messaggi da {list}.',
  againTitle: 'L’iscrizione era già stata annullata',
  againText: 'Non riceve più messaggi da {list}.',
  mistake: 'È stato un errore o ha cambiato idea?',
  comeBack: 'Iscrivimi di nuovo',
  backTitle: 'L’iscrizione è di nuovo attiva',
  backText: 'Riceverà i messaggi da {list} come prima.',
  fullTitle: 'Al momento non è possibile iscriversi',
  fullText:
    '{list} al momento non accetta altri iscritti. Nulla è stato modificato. La preghiamo di riprovare tra qualche giorno.',
  deadTitle: 'Questo link non funziona',
  deadText:
    'Forse è stato tagliato o modificato lungo il percorso. La preghiamo di usare il link così come appare nel messaggio.',
  laterTitle: 'La preghiamo di riprovare tra un momento',
  laterText: 'Il server al momento non può rispondere. Nulla è stato modificato.',
  imprint: 'Note legali',
}
