import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'ロール',
    lead: 'ロールを持つユーザーが行える操作です。変更はすぐに全員に適用されます。',
    create: '新しいロール',
    name: '名前',
    users: 'ユーザー',
    administrators:
      '管理者にロールは不要です。すべての操作を行え、ユーザー、ロール、キーを変更できるのは管理者だけです。',
    none: { title: 'ロールはありません', text: 'ロールがない場合、権限はユーザーごとに設定します。' },
    new: { title: '新しいロール', submit: 'ロールを作成' },
    may: '許可する操作',
    save: 'ロールを保存',
    count: (users) => `${count(users)}人のユーザーがこのロールを使っています。`,
    remove: {
      open: 'ロールを削除…',
      title: (name) => `「${name}」を削除しますか？`,
      text: 'このロールのユーザーはいません。この操作は元に戻せません。',
      action: 'ロールを削除',
    },
    resources: {
      webhook: 'Webhook',
      suppression_list: '配信停止',
      special_sending_rule: '配信ルール',
      brand: 'ブランド',
      virtual_mta: '送信経路',
      url_domain: 'リンクドメイン',
      bounce_email: 'バウンスアドレス',
      dkim_key: 'DKIMキー',
      sender_domain: '差出人ドメイン',
      organization: '組織',
      job: 'ジョブ',
      overview: '概要',
      audit_event: '監査ログ',
    },
  },
}
