import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'キャンペーンの送信',
  autoresponder: 'オートレスポンダーの開始',
  import: '購読者のインポート',
  export: '購読者のエクスポート',
  bulk_change: '多数の購読者の変更',
  erasure: '購読者の完全消去',
  api_key: 'APIキーの作成または変更',
  rights: '権限の変更',
  webhook: 'Webhookの作成または変更',
  suppression: '配信停止アドレスの削除',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: '承認',
    lead: '実行前に別のユーザーの承認が必要な操作です。新しい順に表示します。',
    rulesLink: '承認が必要な操作',
    kinds,
    other: 'その他の変更',
    states: {
      planned: '計画済み',
      waiting: '判断待ち',
      approved: '承認',
      refused: '却下',
      applied: '実行済み',
      void: '無効',
    },
    what: '内容',
    who: '申請者',
    when: '申請日時',
    state: '状態',
    filter: '表示',
    filters: { '': 'すべて', waiting: '判断待ちのもの' },
    somebody: '退職したユーザー',
    empty: {
      title: '承認するものはありません',
      text: '別のユーザーの承認が必要というルールがあると、申請がここに表示されます。',
    },
    one: {
      facts: '実行される内容',
      until: '実行期限',
      program: '申請方法',
      concerned: '購読者',
      messages: 'メッセージ',
      credits: 'クレジット',
      unknown: '開始前は不明',
      unlimited: '上限なし',
      classes: '内訳',
      leftOut: '除外',
      leftOutFor: {
        not_in_segment: 'セグメント外',
        paused: '本人が選んだ休止中',
        suppressed: '配信停止リストにある',
      },
      waits: '待機の理由',
      numbered: (word, number) => `${word}：${count(number)}`,
      people,
      campaign: 'キャンペーン、確認結果、プレビューを開く',
      decision: '判断',
      reason: '理由',
      reasonHint: '申請者と監査ログに表示されます。',
      approve: '承認',
      refuse: '却下',
      apply: '今すぐ実行',
      decided: (state, name, when) => `${name}が${when}に${state}`,
      emergency: '緊急時のため承認なし',
      void: '実行できなくなりました：',
      mayDecide: '自分の申請を自分で判断することはできません。判断できるかどうかは操作時に表示されます。',
    },
    ask: {
      button: '承認を申請',
      hint: '別のユーザーの承認が必要です。承認者にメールが届き、確認結果、プレビュー、数値を見ることができます。',
    },
    rules: {
      title: '承認が必要な操作',
      lead: 'この組織で1人では行えない操作です。申請者が自分で承認することはできません。',
      needed: (kind) => kind,
      above: '承認が必要な人数（これを超える場合）',
      approvers: '承認できる人',
      approversHint: '指定しない場合：すべての管理者。',
      emergency: '緊急時に1人で実行できる人',
      emergencyHint: '記録され、承認できる全員にメールで通知されます。',
      ofLists: (number) =>
        number === 1
          ? '1つのリスト用のルールが1件、APIで作成されており、そのまま残ります。'
          : `1つのリスト用のルールが${count(number)}件、APIで作成されており、そのまま残ります。`,
      save: 'ルールを保存',
    },
  },
}
