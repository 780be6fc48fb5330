import type * as en from '../../../words/audit/asking.ts'

/** What a call that needs an approval offers, and what those who decide read. */
export const { askingWords }: typeof en = {
  askingWords: {
    title: 'Una seconda persona deve approvare',
    hint: 'Non è cambiato nulla. Chiedi l’approvazione: chi può approvare riceve un’e-mail e vede esattamente questo, con i numeri. Una volta approvato, lo esegui con un clic.',
    mayNot: 'Non è cambiato nulla. Un amministratore può farlo o chiederlo.',
    note: 'Nota per chi decide',
    noteHint: 'Perché, o che cosa guardare. Compare anche nell’e-mail.',
    asked: 'Richiesta inviata. La trovi in Approvazioni; una volta approvata, la esegui lì.',
    free: 'Nessuno deve più approvare: puoi eseguirlo ora.',
    open: 'Apri la richiesta',
    one: {
      note: 'Nota',
      request: 'Esattamente questo',
      check: 'La verifica',
      preview: 'Il messaggio',
      version: 'Versione',
      sample:
        'Com’è con valori di esempio. Si approva ciò che è salvato ora: una modifica fa decadere l’approvazione.',
      others:
        'Decide qualcun altro: nessuno decide sulla propria richiesta, e solo chi è indicato dalle regole.',
      emergencyTitle: 'In emergenza',
      emergencyText:
        'Puoi farlo senza approvazione. Viene registrato e comunicato via e-mail a tutti quelli che possono approvare.',
      emergencyReason: 'Perché non può attendere',
      emergencyAct: 'Fallo senza approvazione',
      made: 'Apri il risultato',
    },
  },
}
