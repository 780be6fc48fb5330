import type { RowLogName } from '../../../src/contract/imports/states.ts'
import { count, percent, size } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { pastedText } from './audience/import-name.ts'
import type * as en from '../../words/imports.ts'

const rows = (value: number) => `${count(value)}行`

const stays = '変更なし'

const kept = (would: string, has: string, leftOut: string) => ({ would, has, leftOut, tone: 'quiet' })

/** What would happen to the rows of a class, and what has happened. */
const classes: Record<RowLogName, { would: string; has: string; leftOut?: string; tone: string }> = {
  added: { would: '新規', has: '追加', tone: 'success' },
  updated: { would: '変更', has: '変更済み', tone: 'info' },
  failed: { would: '失敗', has: '失敗', tone: 'danger' },
  skipped_overwrite: { would: `${stays}：すでにリストにいます`, has: '変更なし', tone: 'quiet' },
  skipped_active: { would: `${stays}：有効`, has: '有効、変更なし', tone: 'quiet' },
  skipped_unsubscribed: kept('配信解除のまま', '配信解除のまま', '除外：配信解除'),
  skipped_scomp: kept('迷惑メール報告のまま', '迷惑メール報告のまま', '除外：迷惑メール報告'),
  skipped_bounced: kept('バウンスのまま', 'バウンスのまま', '除外：バウンス'),
  skipped_deactivated: kept('無効のまま', '無効のまま', '除外：無効'),
  skipped_duplicate: { would: '前の行と重複', has: '前の行と重複', tone: 'quiet' },
  skipped_over_limit: { would: '上限超過', has: '上限超過', tone: 'warning' },
  pruned: {
    would: 'リストから外れる：ファイルにない',
    has: 'リストから外れた：ファイルにない',
    tone: 'warning',
  },
}

export const importWords: typeof en.importWords = {
  title: 'インポート',
  lead: 'インポートした各ファイルと、各行の結果です。',
  start: 'ファイルをインポート',
  file: 'ファイル',
  list: 'リスト',
  state: '状態',
  began: (zone) => `開始（${zone}）`,
  rowsHead: '行',
  pasted: pastedText,
  dryRun: 'プレビュー',
  empty: {
    title: 'インポートはまだありません',
    text: 'Excel、Mailchimp、ショップなどのファイルをそのまま取り込めます。結果は実行前に確認でき、誰にも何も送信されません。',
  },
  filter: { label: '表示', recent: '過去14日間', active: '実行中', all: 'すべて' },
  states: {
    scheduled: '待機中',
    downloading: 'ダウンロード中',
    splitting: 'ファイルの読み込み中',
    importing: '実行中',
    paused: '一時停止中',
    finished: '完了',
    failed: '失敗',
    cancelled: '中止',
  },
  steps: {
    label: 'インポートの手順',
    names: { file: 'ファイル', columns: '列', rules: 'ルール', preview: 'プレビュー', run: '実行' },
  },
  into: (list) => `「${list}」にインポート`,
  back: '戻る',
  classes,
  row: {
    number: '行',
    address: 'アドレス',
    what: '結果（予定）',
    was: '結果',
    changes: '変更前 → 変更後',
    none: 'なし',
    same: '変更されるフィールドはありません',
    search: 'アドレスを検索',
    all: 'すべての行',
    caption: 'ファイルの行',
    no: '該当する行はありません。',
    purged: '行の保存期間は終了しました。ログはインポート終了の7日後に削除されます。',
    pick: '上で分類を選ぶと、その行だけを表示してダウンロードできます。',
    later: '次の行',
    first: '最初の行',
    of: (value, isExact) => orMore(rows(value), isExact),
    download: 'これらの行をダウンロード',
    shows: '行を表示',
  },
}

export const sourceWords: typeof en.sourceWords = {
  title: 'ファイルをインポート',
  list: 'インポート先のリスト',
  listHint: 'ファイルの購読者がこのリストに追加されます。',
  chooseList: 'リストを選択',
  noList: 'まずはリストを作成',
  firstList: {
    text: 'リストには、メッセージを送る購読者が入ります。このリストにファイルの購読者を追加します。',
    name: 'リストの名前',
    proposal: 'ニュースレター',
    create: 'リストを作成',
  },
  ways: {
    label: 'ファイルの場所',
    file: 'このコンピューター',
    paste: '貼り付け',
    url: 'Webアドレス',
    directory: 'サーバー',
    failed: '失敗した行',
  },
  drop: 'ここにファイルをドロップ',
  dropHint:
    'CSV、テキスト、Excel。圧縮ファイルも可、サイズの制限なし。まず読み込むだけで、まだ誰も追加されません。',
  choose: 'ファイルを選択',
  pasteLabel: '行',
  pasteHint: '表計算ソフトやメールからコピーした内容。1行に1人、見出しがあれば含めます。',
  pasteUse: 'これらの行を読み込む',
  url: 'ファイルのアドレス',
  urlHint: 'サーバーが取得します（200 MBまで）。',
  urlUse: 'このファイルを読み込む',
  directoryHint: 'サーバーの運用担当者が組織のアップロードディレクトリに置いたファイルです。',
  failedHint:
    'このリストへの以前のインポートで失敗した行です。フィールドの変更後や、別の列の設定で再インポートできます。セルを修正するには、そのインポートを開いてください。',
  failedEmpty:
    'このリストへのインポートで、保存されている失敗した行はありません。失敗した行は7日間保存されます。',
  useFailed: (value, file) => `「${file}」の${rows(value)}を読み込む`,
  ofImport: (isPreview, at) => `${at}の${isPreview ? 'プレビュー' : 'インポート'}`,
  directoryEmpty:
    'ファイルがありません。サーバーの運用担当者がアップロードディレクトリに置くことができます。',
  use: (name) => `「${name}」を読み込む`,
  sending: (sent, total) => `${size(total)}の${percent(sent, total)}がサーバーにあります`,
  cut: (sent, total) => `${percent(sent, total)}で接続が切れました。自動的に再開します。`,
  goOn: 'アップロードを再開',
  stop: 'アップロードを停止',
  stopped: 'アップロードを停止しました。届いた部分は1日間保存されます。',
  progress: 'アップロード',
}

export const columnWords: typeof en.columnWords = {
  reading: 'ファイルを読み込み中',
  facts: {
    head: '最初の行が見出し',
    noHead: '見出しなし',
    linesAbove: (count) => (count === 1 ? '表の上に1行' : `表の上に${count}行`),
    dmy: '日付は31.12.形式',
    mdy: '日付は12/31形式',
    sure: { certain: '確実', likely: 'おそらく', guess: '推測' },
    separators: { ',': 'カンマ', ';': 'セミコロン', '\t': 'タブ', '|': '縦線' },
  },
  change: '読み込み方法を変更',
  hide: '完了',
  skipped: (lines) => `未読み込み：${lines}`,
  format: {
    headings: '最初の行を見出しとする',
    linesAbove: '表の上の行数',
    characters: '文字コード',
    separator: '区切り文字',
    dates: '数字の日付',
    dmy: '日が先：31.12.2026',
    mdy: '月が先：12/31/2026',
    decimals: '小数',
    comma: 'カンマ：1.234,56',
    dot: 'ピリオド：1,234.56',
  },
  column: (number) => `列${number}`,
  meaning: (header) => `「${header}」の意味`,
  skip: 'インポートしない',
  newField: (name) => `新しいフィールド：${name}`,
  attributes: '属性',
  fields: 'リストのフィールド',
  news: '新規',
  names: {
    email: 'メールアドレス',
    status: 'ステータス',
    confirmed: '確認済み',
    email_format: 'メッセージの形式',
    subscribe_time: '登録日時',
    subscribe_ip: '登録元（IPアドレス）',
    remove_time: '配信解除日時',
    remove_ip: '配信解除元（IPアドレス）',
    confirm_time: '確認日時',
    paused_until: '休止期限',
    consent_form: '同意：フォーム',
    consent_version: '同意：文面のバージョン',
    consent_given_at: '同意日時',
    consent_given_ip: '同意元（IPアドレス）',
    consent_confirmed_at: '同意の確認日時',
    consent_confirmed_ip: '同意の確認元（IPアドレス）',
  },
  types: {
    text: 'テキスト',
    text_multiline: '長いテキスト',
    number: '整数',
    decimal: '小数',
    date: '日付',
    day_of_year: '月日',
    select_single_dropdown: '単一選択',
    select_single_radio: '単一選択',
    select_multiple_checkboxes: '複数選択',
    boolean: 'はい／いいえ',
  },
  typeOf: (name) => `「${name}」の型`,
  optOut: {
    title: (header) => `列「${header}」は配信を断った人を示している可能性があります`,
    apply: (what, header) =>
      `「${header}」が${what}の人：配信解除としてインポートします。メッセージは届きません。`,
    leaveOut: (what, header) =>
      `「${header}」が${what}の人：除外します。インポートされず、すでにリストにいる人は変わりません。`,
    ignore: '列を無視する：ファイルの全員にメッセージが届く可能性があります。',
    when: (cells) => `“${cells}”`,
    unless: (cells) => `「${cells}」以外`,
    blank: '空',
    decide: '続ける前に決めてください。',
    or: '」または「',
  },
  choicesLost: (value) =>
    `この読み込み方法では列の数が変わります。${value === 1 ? '列に選択した意味' : `${count(value)}列に選択した意味`}は使われません。元の読み込み方法に戻すと復元されます。`,
  noEmail: '1つの列をメールアドレスに指定する必要があります。アドレスの列の上で選択してください。',
  twice: (name) => `「${name}」が2つの列に指定されています。一方を変更してください。`,
  rowsRead: (value, isWhole) =>
    isWhole ? `${rows(value)}すべてを読み込みました。` : `最初の${rows(value)}を読み込みました。`,
  table: 'ファイルの最初の行',
  keys: (hasLetters) =>
    `見出しでのキー操作：←と→で列を選択、Enterで意味を開く${hasLetters ? '、Aですべての提案を採用' : ''}。`,
  takeAll: 'すべての提案を採用',
  allTaken: 'すべての列に提案された意味を設定しました。',
  next: '次へ：ルール',
  other: '別のファイルを選択',
}

export const ruleWords: typeof en.ruleWords = {
  newPeople: {
    title: 'まだリストにいない人',
    status: '追加時のステータス',
    statuses: {
      active: '有効：メッセージが届きます',
      unsubscribed: '配信解除',
      deactivated: '無効',
    },
    example: (address) => `${address}がリストになければ追加されます。`,
    letters: '登録時と同じようにオートレスポンダーを開始する。',
  },
  known: {
    title: 'すでにリストにいる人',
    leave: '変更しない。',
    update: 'ファイルの内容で更新する。',
    example: (address, fields) =>
      fields.length === 0
        ? `${address}は変わりません。ファイルにフィールドの列がありません。`
        : `${address}がリストにある場合：${fields.join('、')}`,
    becomes: (name, value) => `${name}は${value === '' ? '空' : value}になります`,
    stays: (address) => `${address}がリストにあっても変更されません。`,
  },
  left: {
    title: '配信解除した人',
    stay: '配信解除のままです。ファイルで再登録されることはありません。',
    fields: 'フィールドも変更する。',
    back: '再び有効にする。',
    consent: '本人から改めて同意を得ています。',
    warning:
      '配信解除した人に再び送信すると、迷惑メールとして報告される可能性があります。監査ログに記録されます。',
  },
  badCells: {
    title: '適合しないセル（日付でない誕生日など）',
    fail: '行を失敗にする：購読者はインポートされません。',
    empty: '空にする：該当するセルなしで購読者をインポートします。',
    hint: 'プレビューで列ごとに集計されます。有効なアドレスがない行はインポートされません。',
  },
  missing: {
    title: 'リストにいてファイルにない人',
    keep: 'そのままにする。',
    deactivate: '無効にする。',
    unsubscribe: '配信解除にする。',
    limit: '最大',
    limitHint: '人数、または10%のような割合。これを超える場合は何も変更されません。',
  },
  when: {
    title: '日時',
    now: 'プレビュー後、指示したとき',
    later: 'プレビューなしで日時を指定',
    at: (zone) => `日時（${zone}）`,
  },
  preview: '結果をプレビュー',
  schedule: 'インポートを予約',
  pickTime: '先に日時を選択してください。',
}

const statusWords: Record<string, string> = {
  unsubscribed: '配信解除',
  scomp: '迷惑メール報告',
  bounced: 'バウンス',
  deactivated: '無効',
}

export const runWords: typeof en.runWords = {
  previewOf: (value) => `${rows(value)}のプレビューです。まだ何も変更されていません。`,
  trying: '行を確認しています。何も変更されません。',
  progress: '進捗',
  done: (now, all) => (all === null ? rows(now) : `${rows(all)}中${count(now)}行`),
  rate: (value) => `${count(value)}行/秒`,
  left: (time) => `残り${time}`,
  pause: '一時停止',
  resume: '再開',
  cancel: (done) => (done === 0 ? 'インポートを中止' : `中止：完了した${rows(done)}は残す`),
  cancelSure: (done) => `中止し、${rows(done)}を残す`,
  keep: 'インポートを続ける',
  importNow: (added, updated) =>
    [added > 0 ? `${count(added)}件を追加` : '', updated > 0 ? `${count(updated)}件を変更` : '']
      .filter((part) => part !== '')
      .join('、')
      .replace(/^(?=.)/, 'インポート：'),
  importAnyway: (what) => `${what}、ほかは除外`,
  importNothing: 'インポートするものはありません',
  pruning: (value) => `${count(value)}件を外す`,
  expires: (at) => `${at}までこのプレビューからインポートできます。`,
  gone: 'このプレビューのファイルはサーバーにありません。インポートするには最初からやり直してください。',
  became: 'このプレビューはインポートされました。',
  toImport: 'インポートを見る',
  fromPreview: 'プレビューを見る',
  added: (value, statuses) => {
    const parts = Object.entries(statuses ?? {}).filter(
      ([status, number]) => status !== 'active' && number > 0,
    )
    const said = parts.map(([status, number]) => `${statusWords[status] ?? status} ${count(number)}人`)
    const added = `${people(value)}を追加しました`
    return said.length === 0 ? `${added}。` : `${added}。うち${said.join('、')}にはメッセージが届きません。`
  },
  newNotActive: (value, { active, ...others }) => {
    const parts = Object.entries(others).filter(([, number]) => number > 0)
    const said = parts.map(([status, number]) => `${statusWords[status] ?? status} ${count(number)}人`)
    return `新規${count(value)}人のうち${count(active ?? 0)}人が有効になります。${said.join('、')}にはメッセージが届きません。`
  },
  changed: (value) => `${people(value)}を変更しました。`,
  nothing: '追加や変更はありませんでした。',
  see: 'リストを見る',
  failedRows: (value) => (value === 1 ? '失敗した行を修正' : `失敗した${rows(value)}を修正`),
  again: '別のファイルをインポート',
  undo: (until) => `取り消し（${until}まで）`,
  undone: 'このインポートは取り消されました。',
  undoing: 'インポートを取り消しています。',
  seeUndo: '結果を見る',
  starts: (at) => `${at}に開始します。`,
  classesOf: '行の結果',
  settings: 'インポートの設定',
  announce: (value) => `インポート：${value}`,
}

export const undoWords: typeof en.undoWords = {
  title: (id) => `インポート${id}を取り消す`,
  counting: '取り消しの影響を集計中',
  nothingYet: 'まだ何も変更されていません。',
  partly: (examined, all) =>
    `${people(all)}中${count(examined)}人まで集計しました。集計の完了前でも取り消せます。`,
  least: (number) => `少なくとも${people(number)}`,
  would: {
    removed: 'が削除されます：インポートで追加。',
    restored: 'の以前の値が復元されます。',
    restored_partly: 'の一部の値が復元されます。ほかはその後変更されたため残ります。',
    left_changed: 'はそのままです：その後変更。',
    left_departed: 'は配信解除のままです：その後配信解除。',
    left_over_limit: 'はそのままです：有効な購読者の上限に到達。',
    left_gone: 'はすでにリストにいません。',
  },
  has: {
    removed: 'を削除しました。',
    restored: 'の以前の値を復元しました。',
    restored_partly: 'の一部の値を復元しました。ほかはその後変更されていました。',
    left_changed: 'はそのままです：変更済み。',
    left_departed: 'は配信解除のままです：その後配信解除。',
    left_over_limit: 'はそのままです：上限に到達。',
    left_gone: 'はすでにリストにいませんでした。',
  },
  people,
  nobody: 'このインポートで変更された人はいないため、取り消すものはありません。',
  submit: 'このインポートを取り消す',
  download: 'アドレスをダウンロード',
  only: '取り消しは元に戻せません。',
  done: (at) => `${at}に取り消しました。`,
  running: (done, all) => `${people(all)}中${count(done)}人`,
}
