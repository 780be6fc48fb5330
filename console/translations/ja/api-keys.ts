import { count } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'APIキー',
    lead: 'キーがあれば、プログラムは管理者として組織の操作を行えます。プログラムごとに別のキーを使うと、ほかに影響なく1つだけ無効にできます。',
    create: '新しいキー',
    name: '名前',
    role: 'アクセス',
    roles: {
      organization_admin: 'この組織のすべて',
      system_admin: 'サーバー全体',
    },
    state: '状態',
    states: { active: '有効', off: '無効', expired: '期限切れ' },
    used: (zone) => `最終使用（${zone}）`,
    expires: (zone) => `有効期限（${zone}）`,
    never: 'なし',
    created: '作成日',
    empty: {
      title: 'キーはまだありません',
      text: 'ショップなどのプログラムが購読者を追加したりレポートを読んだりする場合に必要です。ユーザーは各自のアカウントでログインします。',
    },
    new: {
      title: '新しいキー',
      lead: 'キーは作成後に一度だけ表示されます。',
      name: '名前',
      nameHint: '使用するプログラム。例：「ショップ」',
      expires: '有効期限',
      expiry: { never: 'なし', '30': '30日後', '90': '90日後', '365': '1年後' },
      submit: 'キーを作成',
    },
    secret: {
      title: '今すぐキーをコピーしてください',
      text: '再表示されません。プログラムだけが読める場所に保管してください。',
      label: 'キー',
      use: '呼び出しごとに送信する値',
      done: 'コピーしました',
    },
    rename: '名前を保存',
    switchOff: '無効にする',
    switchOn: '有効にする',
    rotate: {
      title: 'キーを交換',
      text: '各プログラムで変更できるように、古い値はしばらく使えます。',
      overlap: '古い値が使える期間',
      overlaps: {
        '0': 'すぐに無効',
        '3600': '1時間',
        '86400': '1日',
        '604800': '7日',
      },
      submit: '新しい値を作成',
      running: (until) => `以前の値は${until}まで使えます。`,
    },
    remove: {
      open: 'キーを削除…',
      title: (name) => `「${name}」を削除しますか？`,
      text: '使用しているプログラムはすぐにアクセスできなくなります。この操作は元に戻せません。',
      action: 'キーを削除',
    },
    assistant: {
      title: 'アシスタントを接続',
      text: 'Model Context Protocolに対応したプログラムは、この組織で作業できます。必要な権限を持つキーを作成し、このアドレスとキーをプログラムに設定してください。変更はすべて先に計画され、承認が必要なものは人の確認を待ちます。',
      address: 'アドレス',
      settings: 'プログラムの設定',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => `${count(value)}個のキー`,
    usedFrom: '最終使用元',
    scopes: {
      title: '許可する操作',
      save: '許可を保存',
      some: 'ここで選んだものだけ',
      someHint: 'プログラムのキーには、そのプログラムが行う操作だけを許可してください。',
      scim: 'SCIMによるプロビジョニング',
      scimHint: 'EntraやOktaなど、ここのユーザーとグループを管理するIDプロバイダー用です。',
      listsHint: 'ほかのリストとそれに属するものは、このキーには存在しません。',
    },
  },
}
