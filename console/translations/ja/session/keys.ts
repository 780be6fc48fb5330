import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', '概要'],
  c: ['/campaigns', 'キャンペーン'],
  l: ['/lists', 'リスト'],
  p: ['/people', '購読者'],
  s: ['/segments', 'セグメント'],
  i: ['/imports', 'インポート'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'キー操作',
  lead: '文字を入力していないときは1つのキーで操作できます。このブラウザではパレットから無効にできます。Ctrl Kは引き続き使えます。',
  groups: [
    {
      title: '全体',
      keys: [
        [['Ctrl', 'K'], '検索、ページへの移動、操作'],
        [['/'], '同上'],
        [['?'], 'このページ'],
        [['Esc'], '前面に開いているものを閉じる'],
        [['Tab'], '次の入力欄またはボタン'],
        [['Enter'], 'リンクを開く、ボタンを押す、フォームを送信する'],
      ],
    },
    { title: '移動', keys: going },
    {
      title: 'グラフ',
      keys: [
        [['t'], '数値の表とグラフを切り替える'],
        [['←', '→'], 'フォーカス中のグラフを1点ずつ読む'],
      ],
    },
    {
      title: 'リストとメニュー',
      keys: [
        [['↑', '↓'], '選択。ハンドルでフィールドや条件を移動'],
        [['Home', 'End'], '最初と最後'],
        [['Space'], 'チェックボックスを切り替える'],
      ],
    },
  ],
}
