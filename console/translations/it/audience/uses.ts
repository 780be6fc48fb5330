import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/uses.ts'

export const { useWords }: typeof en = {
  useWords: {
    of: (type, name) => {
      const shown = type === 'SubscriberImport' ? importName(name) : name
      return `${kinds[type] ?? type}${shown === '' ? '' : `: ${shown}`}`
    },
  },
}

const kinds: Record<string, string> = {
  Autoresponder: 'Autorisponditore',
  Brand: 'Logo',
  Campaign: 'Campagna',
  MailingList: 'Lista',
  Message: 'Messaggio transazionale',
  MessageStream: 'Flusso di messaggi',
  Organization: 'Intestazione o piè di pagina di tutti i messaggi',
  Segment: 'Segmento',
  SpecialSendingRule: 'Regola di invio',
  SubscriberExport: 'Esportazione non completata',
  SubscriberImport: 'Importazione non completata',
  Template: 'Modello',
  WebForm: 'Modulo',
}
