import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'Caricamento',
    tryAgain: 'Riprova',
    showPassword: 'Mostra la password',
    close: 'Chiudi',
    request: (id) => `Richiesta ${id}`,
    asOf: (at, kind, message) =>
      `Dati delle ${clock(at)}. ${{ offline: 'Il server non risponde; nuovo tentativo in corso.', forbidden: 'Non hai più l’autorizzazione per vedere questo contenuto.', stale: message, missing: 'Questo elemento non esiste più.', busy: 'Ci sono state troppe richieste.', later: message, server: 'Si è verificato un errore sul server.', refused: message }[kind]}`,
    skip: 'Vai al contenuto',
    menu: 'Menu',
    openMenu: 'Apri il menu',
    account: 'Account',
    ownAccount: 'Il tuo account',
    logOut: 'Esci',
    language: 'Lingua',
    theme: { title: 'Aspetto', light: 'Chiaro', dark: 'Scuro', auto: 'Come il sistema' },
    pages: {
      title: 'Pagine',
      range: (first, last, total) => `${first}–${last} di ${total}`,
      earlier: 'Precedente',
      later: 'Successiva',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'Nessuna connessione al server',
          text: 'Quanto hai scritto è conservato qui. Riprova tra un momento.',
        },
        forbidden: {
          title: 'Non hai accesso a questo contenuto',
          text: 'Un amministratore dell’organizzazione può darti l’autorizzazione.',
        },
        stale: {
          title: 'Nel frattempo qualcun altro ha apportato modifiche',
          text: `Modificato da ${message}. Quanto hai scritto è ancora qui: salvalo di nuovo per sostituire quella modifica, oppure riapri la pagina per vederla.`,
        },
        missing: { title: 'Qui non c’è nulla', text: 'Non esiste, o non hai accesso.' },
        busy: { title: 'Troppe richieste', text: message },
        later: { title: 'Il server non può farlo ora', text: message },
        server: {
          title: 'Si è verificato un errore sul server',
          text: 'Riprova. Se succede di nuovo, segnala al gestore la richiesta indicata sotto.',
        },
        refused: { title: 'Operazione non riuscita', text: message },
      })[kind],
    broken: {
      title: 'Questa parte della pagina non funziona',
      text: 'Il resto funziona ancora.',
      reload: 'Ricaricala',
    },
    cancel: 'Indietro',
    leaving: {
      title: 'Uscire senza salvare?',
      text: 'Le modifiche su questa pagina non sono ancora salvate.',
      go: 'Esci senza salvare',
    },
    saved: 'Salvato.',
    more: (rest) => `altri ${count(rest)}: scrivi una parte del nome`,
    copy: { action: 'Copia', done: 'Copiato', of: (label) => `Copia: ${label}` },
    notFound: {
      title: 'Qui non c’è nulla',
      text: 'È stato eliminato, appartiene a un’altra organizzazione o l’indirizzo è errato.',
      to: (place) => `Torna a ${place}`,
    },
    gone: {
      title: 'Questo elemento non esiste più',
      text: 'È stato eliminato mentre la pagina era aperta. Ciò che vedi sotto è precedente e non può più essere modificato.',
    },
    unreachable: {
      title: 'Il server non risponde',
      text: 'Verifica che Quiver sia in esecuzione, poi riprova.',
    },
    outOfReach:
      'Il server non è raggiungibile. Quanto hai scritto è conservato e la pagina si riconnette da sola.',
    sessionOver: {
      title: 'La sessione è terminata',
      text: 'Accedi di nuovo. Quanto hai scritto è ancora sulla pagina.',
    },
  },
}
