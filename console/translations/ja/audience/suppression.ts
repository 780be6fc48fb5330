import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) => `${count(value)}件`

export const suppressionWords: typeof en.suppressionWords = {
  title: '配信停止',
  lead: 'これらのリストのアドレスにはメッセージが届きません。適用範囲はリストごとに表示されます。',
  holds: '適用範囲',
  ofList: 'メーリングリスト',
  scopes: {
    organization: 'すべてのメッセージ',
    mailing_list: '1つのメーリングリスト',
    segment: '指定したセグメント',
    system: 'すべての組織',
  },
  find: {
    title: 'アドレスが配信停止中か確認',
    email: 'メールアドレス',
    submit: '確認',
    none: (email) => `${email}はどのリストでも配信停止されていません。`,
    by: (list, entry, since) => `${list}：${entry}（${since}から）`,
    bySystem: 'このサーバーのリストで配信停止されています。',
  },
  name: 'リストの名前',
  create: 'リストを作成',
  newTitle: '新しい配信停止リスト',
  empty: {
    title: '配信停止リストはまだありません',
    text: '配信停止リストには、メールを送ってはならないアドレスを登録します。迷惑メール報告者、競合他社、書面で依頼した人などです。',
  },
  list: {
    search: '検索',
    searchHint: 'アドレス、@ドメイン、ハッシュ',
    entry: 'エントリ',
    entries: 'エントリ',
    kind: '種類',
    kinds: { a: 'アドレス', d: 'ドメイン', m: 'MD5ハッシュ', s: 'SHA-256ハッシュ' },
    added: '追加日',
    remove: (entry) => `${entry}を削除`,
    removeShort: '削除',
    add: 'エントリを追加',
    addHint: 'アドレス、@example.com形式のドメイン、アドレスのハッシュを1行に1つ、最大10,000件。',
    submit: (value) => (value === 0 ? 'エントリを追加' : `${entries(value)}を追加`),
    result: (added, known, invalid) =>
      [
        `${entries(added)}を追加`,
        ...(known > 0 ? [`${count(known)}件は登録済み`] : []),
        ...(invalid > 0 ? [`${count(invalid)}件はアドレス、ドメイン、ハッシュのいずれでもありません`] : []),
      ].join('、') + '。',
    empty: { title: 'リストは空です', text: 'メールを送らないアドレスを追加してください。' },
    none: {
      title: 'これで始まるエントリはありません',
      text: 'アドレスの先頭、または@とドメインで検索してください。',
    },
    zone: (zone) => `時刻は${zone}です。`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'シードリスト',
  lead: 'このリストを使うキャンペーンごとにコピーを受け取る自社のアドレスです。届く内容を確認できます。',
  name: 'リストの名前',
  create: 'リストを作成',
  newTitle: '新しいシードリスト',
  addresses: 'アドレス（1行に1つ）',
  search: 'リスト内を検索',
  save: 'アドレスを保存',
  saved: 'アドレスを保存しました。',
  remove: (address) => `${address}を削除`,
  add: 'メールアドレス',
  addSubmit: 'リストに追加',
  count: (value) => `${count(value)}件のアドレス`,
  empty: {
    title: 'シードリストはまだありません',
    text: 'シードリストには、複数のメールサービスにある自社のアドレスを登録します。キャンペーンのコピーが届きます。',
  },
  none: { title: 'アドレスはまだありません', text: '自社のアドレスを追加してください。' },
}
