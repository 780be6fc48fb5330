import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: '送信済み',
  accepted: '配信済み',
  waiting: '待機中または不確実',
  skipped: '除外',
  not_opened: '未開封',
  opened: '開封',
  clicked: 'クリック',
  bounced: 'バウンス',
  complained: '迷惑メール報告',
  unsubscribed: '配信解除',
  opened_by_machine: 'プログラムによる開封',
  clicked_by_machine: 'プログラムによるクリック',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: '送信',
  accepted: '送信',
  waiting: '最後の試行',
  skipped: '決定',
  not_opened: '送信',
  opened: '最初の開封',
  clicked: '最初のクリック',
  bounced: 'バウンス',
  complained: '迷惑メール報告',
  unsubscribed: '配信解除',
  opened_by_machine: '開封',
  clicked_by_machine: 'クリック',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = 'メッセージを送れるのは、リストで有効な人だけです。'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}：${name}`,
    who: '対象',
    version: 'バージョン',
    everyVersion: 'すべてのバージョン',
    versionName: (name, place) => (name === '' ? `バージョン${place + 1}` : name),
    link: 'リンク',
    everyLink: 'すべてのリンク',
    severity: 'バウンスの種類',
    everySeverity: 'すべてのバウンス',
    severities: {
      hard: 'ハード：アドレスが使えない',
      soft: 'ソフト：メールボックスが一時的に使えない',
      other: 'その他：アドレス以外の理由',
    },
    severityWords: { hard: 'ハード', soft: 'ソフト', other: 'その他' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'シードリストのアドレスはレポートに集計されますが、ここには表示されません。',
    caption: '対象の購読者',
    person: '購読者',
    deleted: 'その後削除',
    at: (kind, zone) => `${times[kind]}、${zone}`,
    unknownTime: '記録なし',
    times: '回数',
    status: '現在',
    reason: '理由',
    more: 'さらに表示',
    empty: { title: '該当者なし', text: 'まだ該当者はいません。' },
    write: {
      action: 'メッセージを送る',
      name: (kind, name, at) => `${kinds[kind]}：${name} (${at})`,
    },
    export: {
      action: 'エクスポート',
      explain: '該当者全員を、インポートで読み戻せるすべての列とともにファイルに書き出します。',
      submit: 'エクスポート',
    },
    open: (word, value) => `${word}：対象者を見る（${count(value)}人）`,
  },
}
