import type { EventType } from '../../../src/contract/webhooks.ts'
import { count } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'メッセージが開封された',
  studio_click: 'リンクがクリックされた',
  studio_unsub: '購読者が配信解除した',
  studio_subscriber_created: 'APIで購読者が追加された',
  studio_subscriber_updated: 'APIで購読者が変更された',
  bounce_all: 'メッセージがバウンスした（理由を問わず）',
  bounce_bad_address: 'アドレスが存在しない（ハードバウンス）',
  scomp: 'メッセージが迷惑メールとして報告された',
  import_finished: 'インポートが完了した',
  import_failed: 'インポートが失敗した',
  import_undone: 'インポートが取り消された',
  export_finished: 'エクスポートの準備ができた',
  export_failed: 'エクスポートが失敗した',
  message_accepted: 'トランザクションメッセージがメールサーバーに受け付けられた',
  message_bounced: 'トランザクションメッセージがバウンスした',
  message_skipped: 'トランザクションメッセージが送信されなかった',
  message_uncertain: 'トランザクションメッセージが送信されたか不明',
  message_opened: 'トランザクションメッセージが開封された',
  message_clicked: 'トランザクションメッセージのリンクがクリックされた',
  message_complained: 'トランザクションメッセージが迷惑メールとして報告された',
  message_unsubscribed: 'ストリームの配信が解除された',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'Webhooks',
    lead: 'Webhookは、出来事を数秒以内に署名付きのリクエストでプログラムに通知します。',
    create: '新しいWebhook',
    name: '名前',
    url: 'アドレス',
    state: '状態',
    states: {
      off: '無効',
      failing: '応答なし',
      waits: '配信中',
      idle: '正常',
      never: 'まだ送信なし',
    },
    pending: '待機中',
    dead: '断念',
    empty: {
      title: 'Webhookはまだありません',
      text: 'Webhookを使うと、配信解除した人、バウンスしたアドレス、完了したインポートがショップやCRMにすぐに伝わります。',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'テスト' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: '新しいWebhook',
      lead: 'リクエストに署名するシークレットは、作成後に一度だけ表示されます。',
      nameHint: '受信するプログラム。例：「ショップ」',
      urlHint: 'https://で始まります。',
      events: '通知する出来事',
      listsHint: 'これらのリストのイベントだけを受け取り、どのリストにも属さないイベントは受け取りません。',
      submit: 'Webhookを作成',
    },
    secret: {
      title: '今すぐ署名シークレットをコピーしてください',
      text: '再表示されません。リクエストがこのサーバーから届き、改ざんされていないことをプログラムが確認するために使います。',
      label: 'シークレット',
      done: 'コピーしました',
    },
    test: 'テストイベントを送信',
    tested: 'テストイベントを送信しました。下に表示されます。',
    deliveries: {
      title: '最近の試行',
      none: 'まだ何も送信されていません。テストイベントを送信して、アドレスが応答するか確認してください。',
      when: (zone) => `日時（${zone}）`,
      what: '内容',
      result: '結果',
      took: '所要時間',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `受理（${status}）`,
      answer: '応答',
      silent: '応答なし',
      more: (value) => `ほか${count(value)}件`,
    },
    waiting: {
      title: '待機中',
      text: (value, isExact, next) =>
        `${orMore(`${count(value)}件`, isExact)}のイベントが待機中です。${next === null ? '' : `次の試行：${next}`}`,
      off: '30日間保持され、Webhookを有効にすると配信されます。',
      lastError: (error) => `最後のエラー：${error}`,
      now: '今すぐ配信',
      done: '次の試行をすぐに開始します。',
    },
    deadEvents: {
      title: '断念',
      text: '12回試行しても配信できないイベントは断念され、30日間保持されます。',
      event: 'イベント',
      when: (zone) => `発生（${zone}）`,
      why: '理由',
      action: '操作',
      one: '再送信',
      all: (value, isExact) => (isExact ? `${count(value)}件を再送信` : 'すべて再送信'),
      done: (value) => `${count(value)}件のイベントを再送信しています。`,
    },
    settings: '設定',
    save: '保存',
    saved: '保存しました。',
    active: 'イベントを配信する',
    rotate: {
      open: '新しい署名シークレット…',
      title: '署名シークレットを新しくしますか？',
      text: '現在のシークレットはすぐに使われなくなります。変更中はプログラムで両方を受け付けてください。',
      action: '新しいシークレットを作成',
    },
    remove: {
      open: 'Webhookを削除…',
      title: (name) => `「${name}」を削除しますか？`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'プログラムにイベントが届かなくなります。この操作は元に戻せません。'
          : `プログラムにイベントが届かなくなり、待機中の${orMore(`${count(waiting)}件`, isExact)}のイベントは削除されます。この操作は元に戻せません。`,
      action: 'Webhookを削除',
    },
  },
}
