import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/uses.ts'

export const { useWords }: typeof en = {
  useWords: {
    of: (type, name) => {
      const shown = type === 'SubscriberImport' ? importName(name) : name
      return `${kinds[type] ?? type}${shown === '' ? '' : `：${shown}`}`
    },
  },
}

const kinds: Record<string, string> = {
  Autoresponder: 'オートレスポンダー',
  Brand: 'ロゴ',
  Campaign: 'キャンペーン',
  MailingList: 'リスト',
  Message: 'トランザクションメッセージ',
  MessageStream: 'メッセージストリーム',
  Organization: '全メッセージのヘッダーまたはフッター',
  Segment: 'セグメント',
  SpecialSendingRule: '配信ルール',
  SubscriberExport: '未完了のエクスポート',
  SubscriberImport: '未完了のインポート',
  Template: 'テンプレート',
  WebForm: 'フォーム',
}
