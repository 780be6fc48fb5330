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
  Autoresponder: 'رد تلقائي',
  Brand: 'شعار',
  Campaign: 'حملة',
  MailingList: 'القائمة',
  Message: 'رسالة معاملة',
  MessageStream: 'مسار رسائل',
  Organization: 'ترويسة كل الرسائل أو تذييلها',
  Segment: 'شريحة',
  SpecialSendingRule: 'قاعدة إرسال',
  SubscriberExport: 'تصدير غير مكتمل',
  SubscriberImport: 'استيراد غير مكتمل',
  Template: 'قالب',
  WebForm: 'نموذج',
}
