import { importName } from './import-name.ts'

export const useWords = {
  of: (type: string, name: string) => {
    const shown = type === 'SubscriberImport' ? importName(name) : name
    return `${kinds[type] ?? type}${shown === '' ? '' : `: ${shown}`}`
  },
}

const kinds: Record<string, string> = {
  Autoresponder: 'Autoresponder',
  Brand: 'Logo of',
  Campaign: 'Campaign',
  MailingList: 'List',
  Message: 'Transactional message',
  MessageStream: 'Message stream',
  Organization: 'Header or footer of all messages',
  Segment: 'Segment',
  SpecialSendingRule: 'Special sending rule',
  SubscriberExport: 'Export that is not finished',
  SubscriberImport: 'Import that is not finished',
  Template: 'Template',
  WebForm: 'Web form',
}
