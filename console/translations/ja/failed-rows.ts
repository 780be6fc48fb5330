import { count } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) => `${count(value)}行`

export const failedWords: typeof en.failedWords = {
  title: '失敗した行',
  lead: '問題の内容と対処方法です。同じ問題の行をまとめて、またはセルごとに対処できます。',
  summary: (value) => `${rows(value)}が失敗`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0
      ? `${problem}。`
      : `${problem}が必要ですが、例えば「${examples.join('」「')}」になっています。`,
  notExact: (value) =>
    `失敗した最初の${rows(value)}での件数です。同じ問題の行をまとめて修正すると、残りの行にも適用されます。`,
  only: 'これらの行だけを表示',
  all: 'すべての行を表示',
  leaveOut: 'これらをすべて除外',
  takeBack: 'これらを戻す',
  importWithout: (title) => `「${title}」なしでインポート`,
  importWithoutAll: (value) =>
    value === 1
      ? '問題のあるセルを除いて1行をインポート'
      : `問題のあるセルを除いて${rows(value)}をインポート`,
  withoutHint:
    'ほかのセルはインポートされます。すでにリストにいる購読者は、該当する箇所の現在の値を保持します。',
  replaceIn: (title) => `「${title}」で置換`,
  replaceFrom: (title) => `「${title}」で置換する値`,
  replaceTo: '置換後の値',
  replace: (value) => (value === 1 ? '下の行で置換' : `下の${rows(value)}で置換`),
  replaced: (value) =>
    value === 0
      ? '下の行には、完全に一致するセルがありません。'
      : `${count(value)}個のセルを置換しました。まだ何もインポートされていません。`,
  error: '問題',
  errorOf: (row, error) => (row === null ? error : `${count(row)}行目：${error}`),
  cell: (column, row) => `${column}、${row ?? ''}行目`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header}（インポートしない）`
  },
  reset: '変更を元に戻す',
  submit: (value) => {
    if (value === 0) return '修正した内容をインポート'
    return value === 1 ? 'この行を再インポート' : `これらの${rows(value)}を再インポート`
  },
  onlyChanged: '変更した行だけがインポートされます。ほかの行は再び失敗するためです。',
  loaded: (value, all) =>
    value >= all
      ? rows(value)
      : `${rows(all)}のうち${count(value)}行を表示しています。スクロールすると続きが表示されます。`,
  corrected: (file) => `${file}（修正済み）`,
  anew: '列とルールを選び直す',
  none: { title: '失敗した行はありません', text: 'ファイルのすべての行を読み込めました。' },
  table: '失敗した行のセル',
}

export const badValueWords: typeof en.badValueWords = {
  title: '適合しないセル',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `（例：「${examples.join('」「')}」）`
    return `${rows(value)}の「${name}」に適合しない値があります${such}。`
  },
  wouldFail: (value) => `${rows(value)}がこれらのセルだけが原因で失敗します。これらの購読者をどうしますか？`,
  leaveEmpty: (value) =>
    value === 1 ? 'セルを空にして購読者をインポート' : `セルを空にして${people(value)}をインポート`,
  orFail: 'インポートしない場合は、下に進んでください。',
  mostFail: {
    title: (failed, all) => `${rows(all)}のうち${count(failed)}行が失敗`,
    text: 'ファイルの大部分です。残りをインポートする前に問題を確認してください。',
  },
  failed: (value) => `${rows(value)}がこれらのセルだけが原因で失敗しました。`,
  emptied: (value) => `${rows(value)}はこれらのセルを除いてインポートされます。`,
  download: 'これらの行をダウンロード',
}
