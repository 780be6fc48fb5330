import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'エクスポート',
    lead: 'リストをファイルとして保存します。各ファイルは7日間ダウンロードできます。',
    start: 'リストをエクスポート',
    list: 'リスト',
    who: '対象',
    state: '状態',
    people: '購読者',
    file: 'ファイル',
    created: (zone) => `作成（${zone}）`,
    columns: '列',
    allColumns: 'すべて',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV（${separator === ';' ? 'セミコロン' : 'カンマ'}区切り）`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join('、'),
    everybody: '全員',
    download: (bytes) => `ダウンロード（${size(bytes)}）`,
    until: (at) => `${at}まで`,
    gone: 'ファイルの保存期間は終了しました。',
    cancel: '中止',
    endLink: 'リンクを無効にする',
    progress: '進捗',
    states: {
      scheduled: '待機中',
      exporting: '実行中',
      finished: '完了',
      failed: '失敗',
      cancelled: '中止',
    },
    statuses: {
      active: '有効',
      unsubscribed: '配信解除',
      scomp: '迷惑メール報告',
      bounced: 'バウンス',
      deactivated: '無効',
    },
    empty: {
      title: 'エクスポートはまだありません',
      text: 'リストの全部または一部をファイルに保存します。表計算ソフト、別のシステム、記録用に使えます。インポートで読み戻せます。',
    },
    new: {
      title: 'リストをエクスポート',
      list: 'リスト',
      segment: '対象',
      whole: 'リストの全員',
      segmentHint: 'ステータスの条件がない限り、セグメントには有効な購読者だけが含まれます。',
      statuses: 'ステータス',
      statusesHint: '選択しない場合：すべて',
      columns: '列',
      columnsHint: '選択しない場合：インポートで読み戻せるすべての列',
      addColumn: '列を追加',
      order: 'ファイル内の順序',
      orderHint: '矢印、またはAltと↑・↓で列を移動します。',
      up: (name) => `「${name}」を上へ移動`,
      down: (name) => `「${name}」を下へ移動`,
      remove: (name) => `「${name}」を外す`,
      moved: (name, place, total) => `「${name}」は${total}列中${place}列目になりました。`,
      format: '形式',
      formats: {
        csv: 'CSV（カンマ区切り）',
        excel: 'CSV（セミコロン区切り、Excel用）',
        jsonl: 'JSON（1行に1人）',
      },
      gzip: 'gzipで圧縮',
      guard: '表計算ソフトで安全に開けるようにする',
      guardHint: '=1+1や+49 30 1234など、数式として実行される値の先頭にアポストロフィを付けます。',
      submit: 'ファイルを作成',
    },
    done: (value) => people(value),
  },
}
