import type * as en from '../../../words/audience/uses.ts'
import { importName } from './import-name.ts'

const kinds: Record<string, string> = {
  Autoresponder: 'Autoresponder',
  Brand: 'Logo von',
  Campaign: 'Kampagne',
  MailingList: 'Liste',
  Message: 'Transaktionale Nachricht',
  MessageStream: 'Nachrichten-Stream',
  Organization: 'Kopf oder Fuß aller Nachrichten',
  Segment: 'Segment',
  SpecialSendingRule: 'Versandregel',
  SubscriberExport: 'Export, der noch läuft',
  SubscriberImport: 'Import, der noch läuft',
  Template: 'Vorlage',
  WebForm: 'Formular',
}

export const { useWords }: typeof en = {
  useWords: {
    of: (type, name) => {
      const shown = type === 'SubscriberImport' ? importName(name) : name
      return `${kinds[type] ?? type}${shown === '' ? '' : `: ${shown}`}`
    },
  },
}
