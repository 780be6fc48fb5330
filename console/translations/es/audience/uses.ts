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
  Autoresponder: 'Autorrespondedor',
  Brand: 'Logotipo',
  Campaign: 'Campaña',
  MailingList: 'Lista',
  Message: 'Mensaje transaccional',
  MessageStream: 'Flujo de mensajes',
  Organization: 'Encabezado o pie de todos los mensajes',
  Segment: 'Segmento',
  SpecialSendingRule: 'Regla de envío',
  SubscriberExport: 'Exportación sin terminar',
  SubscriberImport: 'Importación sin terminar',
  Template: 'Plantilla',
  WebForm: 'Formulario',
}
