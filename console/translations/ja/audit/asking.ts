import type * as en from '../../../words/audit/asking.ts'

/** What a call that needs an approval offers, and what those who decide read. */
export const { askingWords }: typeof en = {
  askingWords: {
    title: '別のユーザーの承認が必要です',
    hint: 'まだ何も変更されていません。承認を申請すると、承認者にメールが届き、この内容と数値がそのまま表示されます。承認後は1回の操作で実行できます。',
    mayNot: 'まだ何も変更されていません。管理者が実行または申請できます。',
    note: '承認者へのメモ',
    noteHint: '理由や確認してほしい点。メールにも記載されます。',
    asked: '申請しました。「承認」に表示され、承認後にそこで実行できます。',
    free: '承認は不要になりました。今すぐ実行できます。',
    open: '申請を開く',
    one: {
      note: 'メモ',
      request: '対象の内容',
      check: '確認結果',
      preview: 'メッセージ',
      version: 'バージョン',
      sample:
        'サンプルの値での表示です。承認の対象は現在保存されている内容で、変更すると承認は無効になります。',
      others: '別のユーザーが判断します。自分の申請は判断できず、ルールで指定された人だけが判断できます。',
      emergencyTitle: '緊急時',
      emergencyText: '承認なしで実行できます。記録され、承認できる全員にメールで通知されます。',
      emergencyReason: '待てない理由',
      emergencyAct: '承認なしで実行',
      made: '結果を開く',
    },
  },
}
