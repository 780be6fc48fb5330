import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'データベース',
  lead: 'リモートリストが宛先を取得する自社のデータベースです。Quiverは読み取るだけで、何も変更しません。',
  caption: 'データベース接続',
  action: '操作',
  name: '名前',
  type: 'サーバー',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQLまたはMariaDB' },
  place: 'データベース',
  placeOf: (host, port, database) => `${database}（${host}:${port}）`,
  host: 'ホスト',
  port: 'ポート',
  portHint: (port) => `空の場合：${port}`,
  database: 'データベースの名前',
  username: 'ユーザー',
  usernameHint: 'クエリに必要なものだけを読み取れるユーザー。',
  password: 'パスワード',
  passwordNew: '再表示されません。',
  passwordKeeps: '空の場合は現在の値のままです。',
  tls: '暗号化',
  tlsModes: {
    verify: '暗号化、証明書を検証',
    require: '暗号化、証明書は検証しない',
    off: '暗号化なし',
  },
  ca: '認証局（CA）の証明書',
  caHint: 'PEM形式、BEGIN CERTIFICATEからEND CERTIFICATEまで。空の場合は公的な認証局。',
  fresh: '新しい接続',
  add: '接続を追加',
  empty: {
    title: 'データベースはまだありません',
    text: '接続を作成すると、購読者を自社のデータベースに置いたままリストを作れます。キャンペーンごとにクエリで選びます。',
  },
  test: 'テスト',
  testOf: (name) => `「${name}」をテスト`,
  works: (milliseconds) => `接続できました（${milliseconds} ms）。`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'このリストの購読者は別のデータベースにいる',
  isRemoteHint: 'キャンペーンごとにクエリで選びます。後で変更できません。',
  connection: 'データベース',
  people:
    'このリストの購読者は別のデータベースにいます。Quiverは、誰がメッセージを受け取り、誰が配信解除したかだけを記録します。',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: '宛先',
  label: 'クエリ',
  hint: 'email列は必須です。distinct_id列で購読者を識別し、ほかの列はすべて差し込みコードになります。',
  example: 'select email, first_name from customers where newsletter',
  run: 'クエリを実行',
  first: '最初の行',
  caption: 'クエリの最初の行',
  none: '現在クエリの結果は0行です。キャンペーンは誰にも届きません。',
  more: 'ほかにも行があります。',
  all: 'これですべての行です。',
  codes: 'メッセージの差し込みコード：',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) => `${count(value)}行`

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'クエリの行',
  read: (value) => `クエリの結果は${rows(value)}です。`,
  reading: (value) => `${rows(value)}を読み込みました。すべて読み込むまで何も送信されません。`,
  stopped: (value) => `終了までに${rows(value)}を読み込みました。何も送信されていません。`,
  skipped: '次の行にはメッセージが届きません：',
  noneSkipped: '除外された行はありません。',
  reasons: {
    invalid_email: '有効なアドレスなし',
    invalid_distinct_id: '有効なdistinct_idなし',
    too_long: '長すぎる',
    duplicate: '前の行と同じ購読者',
    left: '以前に配信解除、迷惑メール報告、バウンス',
    suppressed: '配信停止リストに登録',
  },
}
