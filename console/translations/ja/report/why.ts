import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : `（${instant(reason.at, zone)}）`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : `（${instant(end, zone)}まで）`)
const said = ({ text }: Reason) => (text === null ? '' : `：${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? '有効でない'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `メールサーバーが受理しました${on(reason, zone)}。`,
  bounced: (reason, zone) => `バウンスしました${on(reason, zone)}${said(reason)}。`,
  retrying: (reason, zone) =>
    `メールサーバーが一時的に拒否しました${said(reason)}。次の試行を待っています${until(reason, zone)}。`,
  uncertain: () => '送信されたか不明です。引き渡し中に接続またはサーバーが失敗しました。',
  being_sent: () => '引き渡し中です。',
  sending_rule: ({ text }) => `除外：${text ?? '配信ルール'}。`,
  failed: (reason) => `メッセージを作成できませんでした${said(reason)}。`,
  waits_for_time: (reason, zone) =>
    `待ち時間、タイムゾーン、または配信ルールの時間帯により待機中です${until(reason, zone)}。`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'キャンペーンはまだ予約されていません。'
      : `キャンペーンは${instant(reason.until, zone)}に開始します。`,
  not_reached: ({ text }) =>
    text === null
      ? 'まだこの購読者の順番ではありません。'
      : text === 'paused'
        ? '一時停止中で、まだこの購読者の順番ではありません。'
        : `まだこの購読者の順番ではありません。待機中：${text}。`,
  winner_pending: (reason, zone) =>
    `A/Bテストの勝者が届きます。勝者は${reason.until === null ? 'テスト後' : instant(reason.until, zone)}に選ばれます。`,
  campaign_ended: ({ text }) =>
    text === 'failed' ? '順番の前にキャンペーンが失敗しました。' : '順番の前にキャンペーンが中止されました。',
  joined_later: (reason, zone) => `キャンペーンの開始後にリストに参加しました${on(reason, zone)}。`,
  left: (reason, zone) =>
    `${reason.at === null ? '当時' : `${instant(reason.at, zone)}から`}のステータス：${stateOf(reason.text)}。`,
  suppressed: (reason, zone) =>
    `アドレスが配信停止リスト「${reason.text ?? 'システム'}」にありました${reason.at === null ? '' : `（${instant(reason.at, zone)}から）`}。`,
  paused: (reason, zone) => `メッセージを休止していました${until(reason, zone)}。`,
  not_in_segment: () => 'セグメントに含まれていませんでした。',
  not_in_query: () => 'クエリの行に含まれていませんでした。',
  joined_before: (reason, zone) => `オートレスポンダーができる前にリストに参加しました${on(reason, zone)}。`,
  not_triggered: () => '開始のきっかけが発生しませんでした。',
  earlier_step: (reason, zone) =>
    `前のステップで待機中です${reason.text === null ? '' : `（「${reason.text}」）`}${until(reason, zone)}。`,
  step_condition: () =>
    'このステップを通過しました。ステップの条件または配信ルールにより送信されませんでした。',
  sequence_over: () => 'すでにシーケンスにいません。',
  unknown: () => '保存されている情報からは理由がわかりません。',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `ステータス：${stateOf(reason.text)}${reason.at === null ? '。いつからかは記録されていません' : `（${instant(reason.at, zone)}から、キャンペーンの送信中）`}。`,
  suppressed: (reason, zone) =>
    `アドレスが配信停止リスト「${reason.text ?? 'システム'}」にあります${reason.at === null ? '' : `（${instant(reason.at, zone)}から）`}。順番の前だったかは記録されていません。`,
  paused: (reason, zone) =>
    `メッセージを休止しています${until(reason, zone)}。順番の前だったかは記録されていません。`,
  not_in_segment: () => '現在セグメントに含まれていません。当時含まれていたかは記録されていません。',
  not_in_query: () => 'クエリの行に含まれていません。',
  not_triggered: () => '記録されている限りでは、開始のきっかけが発生しませんでした。',
  step_condition: () => '追加されたときには、この位置を通過していました。',
  sequence_over: () => 'すでにシーケンスにいません。条件により終了したか、ユーザーが外しました。',
  unknown: () =>
    '保存されている情報からは理由がわかりません。当時セグメントに含まれていなかったか、一時的に配信停止または無効だった可能性があります。',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: '届かなかった理由',
    lead: 'アドレスを入力すると、その人へのキャンペーンの結果が表示されます。',
    address: 'アドレス',
    ask: '確認',
    notOnList: (email, list) =>
      `${email}は現在リスト「${list}」にありません。削除された人については理由の記録が残りません。`,
    person: '購読者を開く',
    leadAutoresponder: 'アドレスを入力すると、その人へのオートレスポンダーの結果が表示されます。',
    autoresponders: 'オートレスポンダー',
    ownMessage: '最初のメッセージ',
    campaigns: 'キャンペーン',
    none: { title: 'キャンペーンはありません', text: 'このリストで送信されたキャンペーンはありません。' },
    noAutoresponders: 'このリストにオートレスポンダーはありません。',
    more: 'さらに表示',
    outcomes: {
      sent: '届いた',
      bounced: 'バウンス',
      waiting: '待機中',
      not_sent: '届かなかった',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
