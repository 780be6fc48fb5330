import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: '有効',
  unsubscribed: '配信解除',
  bounced: 'バウンス',
  scomp: '迷惑メール報告',
  deactivated: '無効',
}

const messageStates: Record<string, string> = {
  accepted: '送信済み',
  deferred: '再試行予定：',
  bounced: 'バウンス：',
  skipped: '未送信：',
  uncertain: '送信されたか不明：',
}

export const peopleWords: typeof en.peopleWords = {
  title: '購読者',
  lead: 'すべてのリストの購読者です。2つのリストにいる人は2回表示されます。',
  search: '検索',
  searchHint: 'アドレス、または@とドメイン',
  list: 'リスト',
  allLists: 'すべてのリスト',
  status: 'ステータス',
  anyStatus: 'すべてのステータス',
  order: '順序',
  orders: { email: 'アドレス順', newest: '新しい順' },
  columns: '列',
  email: 'アドレス',
  joined: '登録日',
  added: '追加日',
  people,
  soFar: (value) => `${people(value)}見つかりました（検索中）`,
  empty: {
    title: 'まだ誰もいません',
    text: 'ファイルのインポート、フォームの公開、APIの利用、またはリストのページで1人ずつ追加できます。',
    import: 'ファイルをインポート',
  },
  none: (q) => ({
    title: '見つかりません',
    text:
      q === ''
        ? 'このステータスの人はいません。別のステータスを選択してください。'
        : q.startsWith('@')
          ? 'これで始まるドメインはありません。アドレスを探すには@を外してください。'
          : `これで始まるアドレスはありません。ドメインを探すには@${q}と入力してください。`,
  }),
  ofDomain: (q) => `ドメインで@${q}を検索`,
  zone: (zone) => `時刻：${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `時刻は${zone}です。`,
  what: '詳細',
  lists: 'リスト',
  history: '履歴',
  status: 'ステータス',
  editWord: '変更',
  edit: (name) => `「${name}」を変更`,
  save: '保存',
  undoWord: '元に戻す',
  undo: (name) => `「${name}」の変更を元に戻す`,
  changed: (name) => `「${name}」を変更しました。`,
  nothing: '空',
  yes: 'はい',
  no: 'いいえ',
  required: 'このフィールドには値が必要です。',
  left: {
    unsubscribed: '配信解除した人です。本人から依頼があった場合だけ再び有効にしてください。',
    bounced:
      'このアドレスへのメッセージはバウンスします。届くことがわかっている場合だけ再び有効にしてください。',
    scomp: 'メッセージを迷惑メールとして報告した人です。本人から依頼があった場合だけ再び有効にしてください。',
    deactivated: '無効のため、メッセージは届きません。',
    active: '',
  },
  activate: '再び有効にする',
  deactivate: '配信解除',
  deactivated: '配信解除しました。',
  parts: { all: 'すべて', messages: 'メッセージ', changes: '変更', imports: 'インポート' },
  older: '以前の履歴',
  noHistory: {
    title: '何もありません',
    text: 'メッセージ、開封、クリック、変更が発生順に表示されます。インポートは7日間保存されます。',
  },
  data: {
    title: 'この購読者のすべてのデータ',
    text: '閲覧できるリストでこのアドレスについて保存されているすべての内容（項目、ステータス、同意、メッセージ、開封、クリック、インポートなど）を1つのファイルにまとめます。ダウンロードは監査ログに記録されます。',
    page: '閲覧・印刷用のページ',
    json: 'プログラム用の JSON',
  },
  erase: {
    title: 'この購読者を完全消去',
    text: 'アドレスとその記録を、すべてのリスト、インポートのログ、プレビュー、シードリストから削除します。キャンペーンの数値は残ります。配信停止リストにはハッシュとして残り、以後メッセージは届きません。この操作は元に戻せません。',
    type: '消去するにはアドレスを入力してください',
    submit: (email) => `${email}を消去`,
    despite: '未完了のインポートでアドレスが戻る可能性があっても消去する',
    done: (email) => `${email}を消去しました。`,
    several: {
      open: '複数のアドレスを消去',
      addresses: 'アドレス',
      hint: '1行に1つ、最大1,000件。',
      wrong: (lines) =>
        `${lines.slice(0, 3).join('、')}${lines.length > 3 ? `ほか${count(lines.length - 3)}件` : ''}：無効なアドレスです。`,
      tooMany: '1,000件を超えています。残りは後で消去してください。',
      type: (number) => `消去するには${number}と入力してください`,
      text: 'すべて同時に消去されます。失敗した場合は1件も消去されません。',
      despite: '未完了のインポートでアドレスが戻る可能性があっても消去する',
      submit: (number) => (number === 1 ? '1件のアドレスを消去' : `${count(number)}件のアドレスを消去`),
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `（現在まで${count(event.times)}回）` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? '登録' : `${event.ip}から登録`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return '登録を確認'
    case 'left':
      return `${event.state === 'unsubscribed' ? '配信解除' : statusOf(event.state)}${event.ip === null ? '' : `（${event.ip}から）`}`
    case 'status_changed':
      return `ステータス：${changesOf(event)}${message === '' ? '' : `（「${message}」のリンクから）`}`
    case 'paused':
      return `休止を開始${event.until === null ? '' : `（${event.until.slice(0, 10)}まで）`}`
    case 'resumed':
      return '休止を終了'
    case 'details_changed':
      return `登録情報を変更${message === '' ? '' : `（「${message}」のリンクから）`}`
    case 'address_changed':
      return 'アドレスを変更（両方のアドレスで確認済み）'
    case 'imported':
      return `${importName(event.import?.name ?? '')}：${event.state === 'added' ? 'リストに追加' : changesOf(event) || '変更なし'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, '後でバウンス：', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `「${message}」を開封${times}`
    case 'clicked':
      return `「${message}」をクリック${times}：${event.urls.join('、')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `、同意（バージョン${consent.version}）：「${consent.text}」`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `、${instantWithoutZone(consent.confirmed_at, zone)}に${consent.confirmed_ip ?? ''}から確認`
  return `フォーム「${form?.name ?? ''}」${ip === null ? '' : `で${ip}から`}登録${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} → ${statusOf(to)}` : `${name} ${shown(from)} → ${shown(to)}`,
    )
    .join('、')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join('、')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords: typeof en.bulkWords = {
  chooseAll: '一致するすべてを選択',
  choose: (email) => `${email}を選択`,
  column: '選択',
  chosen: (value) => `${people(value)}を選択中`,
  chosenAll: '一致するすべてを選択中',
  none: '選択を解除',
  actions: {
    leave: '配信解除',
    deactivate: '無効にする',
    activate: '有効にする',
    field: 'フィールドを設定',
    copy: 'リストにコピー',
    delete: '削除',
  },
  export: {
    action: 'エクスポート…',
    explain: (who) =>
      `${who}。ファイルにはすべてのフィールドが含まれ、インポートで読み戻せます。「エクスポート」に表示されます。`,
    submit: (who) => `${who}をエクスポート`,
  },
  counting: '集計中…',
  uncounted: '5秒以内に集計できる人数を超えています。',
  explain: {
    leave: (who) =>
      `${who}。有効または無効の人は配信解除されます。バウンスや迷惑メール報告の人は変わりません。`,
    deactivate: (who) => `${who}。有効な人には、再び有効にするまでメッセージが届きません。`,
    activate: (who) => `${who}。バウンスまたは無効の人が、購読者の上限まで有効になります。`,
    field: (who) => `${who}。現在の値がこの値に置き換わります。`,
    copy: (who) => `${who}。有効な人がもう一方のリストに追加されます。すでにいる人は変わりません。`,
    delete: (who) =>
      `${who}。待機中のメッセージとともに、このリストから削除されます。この操作は元に戻せません。`,
  },
  field: 'フィールド',
  toList: 'リスト',
  despite: '配信解除や迷惑メール報告の人も含める：改めて同意を得ています',
  greet: 'そのリストのオートレスポンダーを開始する',
  submit: {
    leave: (who) => `${who}を配信解除`,
    deactivate: (who) => `${who}を無効にする`,
    activate: (who) => `${who}を有効にする`,
    field: (who) => `${who}のフィールドを設定`,
    copy: (who) => `${who}をコピー`,
    delete: (who) => `${who}を削除`,
  },
  people,
  them: '該当者',
  back: '戻る',
  progress: '一括変更',
  cancel: '残りを中止',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `${stats.people_total === null ? '' : `${count(stats.people_total)}人中`}${count(stats.people_done)}人を確認`
    const failed = stats.people_failed === 0 ? '' : `、${people(stats.people_failed)}は変更できませんでした`
    if (state === 'scheduled') return 'まもなく開始します'
    if (state === 'running') return `${done}、${count(stats.people_changed)}人を変更`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? '中止：' : ''}${people(stats.people_changed)}を変更${failed}。`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return '削除'
    if (action === 'copy') return to === null ? '別のリストにコピー' : `「${to.name}」にコピー`
    if (action === 'set_field') return `「${field?.name ?? ''}」を設定`
    return status === 'active' ? '有効にする' : status === 'deactivated' ? '無効にする' : '配信解除'
  },
}
