import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/uses.ts'

export const { useWords }: typeof en = {
  useWords: {
    of: (type, name) => {
      const shown = type === 'SubscriberImport' ? importName(name) : name
      return `${kinds[type] ?? type}${shown === '' ? '' : ` : ${shown}`}`
    },
  },
}

const kinds: Record<string, string> = {
  Autoresponder: 'Autorépondeur',
  Brand: 'Logo',
  Campaign: 'Campagne',
  MailingList: 'Liste',
  Message: 'Message transactionnel',
  MessageStream: 'Flux de messages',
  Organization: 'En-tête ou pied de page de tous les messages',
  Segment: 'Segment',
  SpecialSendingRule: 'Règle d’envoi',
  SubscriberExport: 'Export inachevé',
  SubscriberImport: 'Import inachevé',
  Template: 'Modèle',
  WebForm: 'Formulaire',
}
