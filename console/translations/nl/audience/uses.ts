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
  Campaign: 'Campagne',
  MailingList: 'Lijst',
  Message: 'Transactioneel bericht',
  MessageStream: 'Berichtenstream',
  Organization: 'Kop- of voettekst van alle berichten',
  Segment: 'Segment',
  SpecialSendingRule: 'Verzendregel',
  SubscriberExport: 'Onvoltooide export',
  SubscriberImport: 'Onvoltooide import',
  Template: 'Sjabloon',
  WebForm: 'Formulier',
}
