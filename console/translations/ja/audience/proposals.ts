import type * as en from '../../../words/audience/proposals.ts'

export const { proposalWords }: typeof en = {
  proposalWords: {
    forms: {
      would_fail: '{reason}読み取った入力済みのセル{all}個のうち{number}個は失敗します（例：「{cell}」）。',
      called: '列の名前が一致します。',
      near: '「{header}」は「{field}」の別の表記です。',
      synonym: '「{header}」は「{field}」と同じ意味の言葉です。',
      options: 'すべてのセルが「{field}」の選択肢です。',
      addresses: 'セルはメールアドレスです。',
      proof:
        'エクスポートが同意の証拠として書き出した列です。証拠を作れるのはフォームだけで、インポートでは作れません。',
      empty: '読み取った範囲に入力済みのセルがありません。',
      left_out_before: 'インポート{import}はこの列を取り込みませんでした。',
      before: 'インポート{import}でこの意味でした。',
      mostly:
        '合うフィールドがリストにありません。新しいフィールドなら、読み取ったセル{all}個のうち{number}個に合います。',
      few: '合うフィールドがリストにありません。テキスト以外と判断するには、読み取ったセルが少なすぎます。',
      fresh: '合うフィールドがリストにありません。新しいフィールドなら、読み取ったすべてのセルに合います。',
      opt_out_doubt: '「{header}」は配信解除の列のようです。{how}。「{cell}」は不明な言葉です。',
      opt_out: '「{header}」は配信解除の列のようです。{how}。',
      opt_out_of_doubt: '「{header}」は{product}の配信解除の列です。{how}。「{cell}」は不明な言葉です。',
      opt_out_of: '「{header}」は{product}の配信解除の列です。{how}。',
      left: '「{cell}」のようなセルは、その人が配信を解除したことを示します。',
    },
    meanings: {
      flag: '「はい」は配信を解除したことを示します',
      filled: '入力済みのセルは配信を解除したことを示します',
      refused: '拒否はすべて同意していないことを示します',
      consent: '「はい」以外は同意していないことを示します',
      unconfirmed: '「いいえ」は未確認または無効であることを示します',
      words: '言葉ごとにステータスがあります',
      codes: '1つのコードは有効であることを、ほかのコードは配信を解除したことを示す可能性があります',
    },
  },
}
