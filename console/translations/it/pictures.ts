import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'Immagini',
    lead: 'Immagini dei messaggi e loghi. Chiunque abbia un messaggio le carica da qui.',
    search: 'Cerca per nome del file',
    upload: 'Carica un’immagine',
    empty: {
      title: 'Nessuna immagine per ora',
      text: 'Carica un’immagine qui o nell’editor di un messaggio.',
    },
    none: 'Nessuna immagine ha questo nome.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `Aggiunta ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'Utilizzi non conteggiati'
      if (value === 0) return 'Non utilizzata'
      return value === 1 ? 'Utilizzata una volta' : `Utilizzata ${count(value)} volte`
    },
    of: (name) => `Utilizzi di ${name}`,
    shown: 'Mostrata da',
    notShown: 'Nessun messaggio, modello o logo mostra questa immagine.',
    unknown: 'Ci sono troppi messaggi per cercare questa immagine.',
    copy: 'Copia indirizzo',
    copyOf: (name) => `Copia indirizzo: ${name}`,
    removal: {
      button: 'Elimina',
      of: (name) => `Elimina ${name}`,
      title: (name) => `Eliminare ${name}?`,
      lost: 'Questi elementi la mostrano e la perderanno, anche i messaggi già inviati. L’operazione non può essere annullata.',
      notUsed: 'Nessun messaggio, modello o logo la mostra. L’operazione non può essere annullata.',
      unknown:
        'Ci sono troppi messaggi per cercare questa immagine. Tutto ciò che la mostra la perderà, anche i messaggi già inviati. L’operazione non può essere annullata.',
      action: (name) => `Elimina ${name}`,
    },
    foreign: {
      title: (value) =>
        value === 1 ? 'Un’immagine è su un altro server' : `${count(value)} immagini sono su altri server`,
      text: (hosts) =>
        `Da ${hosts}. Se lì vengono spostate o eliminate, i tuoi messaggi le perdono, anche quelli già inviati. Quel server vede inoltre chi apre i tuoi messaggi. L’anteprima non le mostra.`,
      copy: (value) => (value === 1 ? 'Copiala in Quiver' : `Copia le ${count(value)} immagini in Quiver`),
      done: (value) =>
        value === 1 ? 'Un’immagine è stata copiata.' : `${count(value)} immagini sono state copiate.`,
      failed: 'Impossibile copiare:',
    },
  },
}
