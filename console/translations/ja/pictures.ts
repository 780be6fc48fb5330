import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: '画像',
    lead: 'メッセージの画像とロゴです。メッセージの受信者はここから読み込みます。',
    search: 'ファイル名で検索',
    upload: '画像をアップロード',
    empty: {
      title: '画像はまだありません',
      text: 'ここ、またはメッセージのエディターで画像をアップロードしてください。',
    },
    none: 'この名前の画像はありません。',
    sized: (width, height, size) => `${width} × ${height}、${size}`,
    added: (at) => `追加：${at}`,
    used: (value) => {
      if (value === null || value === undefined) return '使用回数は未集計'
      if (value === 0) return '未使用'
      return value === 1 ? '1か所で使用' : `${count(value)}か所で使用`
    },
    of: (name) => `「${name}」の使用箇所`,
    shown: '表示箇所',
    notShown: 'この画像を表示するメッセージ、テンプレート、ロゴはありません。',
    unknown: 'メッセージが多すぎるため、この画像を検索できません。',
    copy: 'アドレスをコピー',
    copyOf: (name) => `アドレスをコピー：${name}`,
    removal: {
      button: '削除',
      of: (name) => `「${name}」を削除`,
      title: (name) => `「${name}」を削除しますか？`,
      lost: '次のものがこの画像を表示しており、送信済みのメッセージも含めて表示されなくなります。この操作は元に戻せません。',
      notUsed: '表示しているメッセージ、テンプレート、ロゴはありません。この操作は元に戻せません。',
      unknown:
        'メッセージが多すぎるため、この画像を検索できません。送信済みのメッセージも含め、画像は表示されなくなります。この操作は元に戻せません。',
      action: (name) => `「${name}」を削除`,
    },
    foreign: {
      title: (value) =>
        value === 1 ? '1枚の画像が別のサーバーにあります' : `${count(value)}枚の画像が別のサーバーにあります`,
      text: (hosts) =>
        `提供元：${hosts}。移動または削除されると、送信済みのメッセージでも表示されなくなります。また、そのサーバーには誰がメッセージを開封したかがわかります。プレビューには表示されません。`,
      copy: (value) => (value === 1 ? 'Quiverにコピー' : `${count(value)}枚の画像をQuiverにコピー`),
      done: (value) =>
        value === 1 ? '1枚の画像をコピーしました。' : `${count(value)}枚の画像をコピーしました。`,
      failed: 'コピーできなかった画像：',
    },
  },
}
