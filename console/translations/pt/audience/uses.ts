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
  Autoresponder: 'Resposta automática',
  Brand: 'Logótipo',
  Campaign: 'Campanha',
  MailingList: 'Lista',
  Message: 'Mensagem transacional',
  MessageStream: 'Fluxo de mensagens',
  Organization: 'Cabeçalho ou rodapé de todas as mensagens',
  Segment: 'Segmento',
  SpecialSendingRule: 'Regra de envio',
  SubscriberExport: 'Exportação por concluir',
  SubscriberImport: 'Importação por concluir',
  Template: 'Modelo',
  WebForm: 'Formulário',
}
