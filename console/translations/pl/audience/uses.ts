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
  Autoresponder: 'Autoresponder',
  Brand: 'Logo',
  Campaign: 'Kampania',
  MailingList: 'Lista',
  Message: 'Wiadomość transakcyjna',
  MessageStream: 'Strumień wiadomości',
  Organization: 'Nagłówek lub stopka wszystkich wiadomości',
  Segment: 'Segment',
  SpecialSendingRule: 'Reguła wysyłki',
  SubscriberExport: 'Niezakończony eksport',
  SubscriberImport: 'Niezakończony import',
  Template: 'Szablon',
  WebForm: 'Formularz',
}
