import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) => `${count(value)}通`

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}（集計中）`
  return `${is === 'about' ? '約' : ''}${count(total)}中${count(sent)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: '送信クレジットを待っています。',
    helps: 'サーバーの管理者がクレジットを追加すると自動的に再開します。',
    link: 'credits',
  },
  'sending quota': {
    says: '待機中：今月のメッセージの上限に達しました。',
    helps: '翌月になるか上限が引き上げられると自動的に再開します。',
  },
  'the speed limit': {
    says: '待機中：このキャンペーンの速度制限です。',
    helps: '自動的に再開します。操作は必要ありません。',
  },
  'a mail server': {
    says: '待機中：メールサーバーが応答していません。',
    helps: '数秒ごとに再試行します。長く続く場合は、サーバーの運用担当者に問い合わせてください。',
  },
  'a mail server that takes messages of this size': {
    says: '待機中：メッセージがメールサーバーの受け付けるサイズを超えています。',
    helps:
      'これによるバウンスはありません。キャンペーンを中止して小さい内容で送信するか、運用担当者に上限の引き上げを依頼してください。その後、自動的に再開します。',
  },
  'a mail server that accepts the log-in': {
    says: '待機中：メールサーバーがログインを拒否しています。',
    helps:
      'メールサーバーのユーザー名とパスワードが正しくなると自動的に再開します。サーバーの運用担当者に問い合わせてください。',
  },
  'the sending limit of the mail server': {
    says: '待機中：メールサーバーの現在の送信上限に達しました。',
    helps:
      'メールサーバーが再びメッセージを受け付けると自動的に再開します。長く続く場合は、運用担当者に上限の引き上げを依頼してください。',
  },
  'messages to be tried again': {
    says: '全員に一度送信しました。一部のサーバーが後での再試行を求めています。',
    helps: '最長で数日間、自動的に再試行します。',
  },
  'the choice of the winning content': {
    says: 'テストの結果を待っています。',
    helps: '設定した時刻に、結果のよい内容が残りの全員に送信されます。',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: '削除…',
      title: (name) => `「${name}」を削除しますか？`,
      text: 'まだ送信されていません。内容と設定は失われます。この操作は元に戻せません。',
      action: 'キャンペーンを削除',
    },
    title: 'キャンペーン',
    lead: 'キャンペーンは多数の購読者に送る1つのメッセージです。率は配信済みメッセージに対する割合です。',
    create: '新しいキャンペーン',
    empty: {
      title: 'キャンペーンはまだありません',
      text: 'キャンペーンは送信するまで下書きで、誰にも届きません。',
    },
    noneFound: {
      title: '見つかりません',
      text: '一致するキャンペーンはありません。フィルターを減らしてください。',
    },
    search: '名前で検索',
    name: 'キャンペーン',
    state: '状態',
    list: 'リスト',
    allLists: 'すべてのリスト',
    begins: (zone) => `開始（${zone}）`,
    sent: '送信済み',
    opened: '開封',
    clicked: 'クリック',
    left: '配信解除',
    stateFilters: [
      { value: '', label: 'すべての状態' },
      { value: 'idle', label: '下書き' },
      { value: 'scheduled', label: '予約済み' },
      { value: 'sending', label: '送信中' },
      { value: 'finished', label: '送信済み' },
      { value: 'failed,cancelled', label: '失敗または中止' },
    ],
    stages: {
      draft: '下書き',
      scheduled: '予約済み',
      sending: '送信中',
      waiting: '待機中',
      paused: '一時停止中',
      finished: '送信済み',
      failed: '失敗',
      cancelled: '中止',
    },
    compareThis: (name) => `「${name}」を比較`,
    compareThem: (value) => `${value}件のキャンペーンを比較`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `「${name}」の進捗`,
    report: 'レポート',
    live: {
      progress: '送信済み',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `${messages(sent)}送信済み。宛先を集計中：${count(total)}以上`
          : `${ofAll(sent, total, is)}人`,
      perMinute: (rate) => `毎分${count(rate)}通`,
      left: (time) => `残り${time}`,
      notStarted: (time) => `${time}に開始します。`,
      over: {
        finished: (sent) => `完了：${messages(sent)}を送信しました。`,
        cancelled: (sent) => `${messages(sent)}を送信後に中止しました。`,
        failed: (sent, why) => `${messages(sent)}を送信後に失敗しました：${why}`,
      },
      draft: 'このキャンペーンは下書きです。まだ誰にも送信されていません。',
      milestone: (share, sent) => `${share} %を送信：${messages(sent)}`,
      wait: (reason, said) => waits[reason] ?? { says: `待機中：${said}`, helps: '自動的に再開します。' },
      pausedBy: (reason) =>
        reason === '' ? '一時停止中。再開するまで送信されません。' : `サーバーが一時停止しました：${reason}`,
      credits: 'クレジットを見る',
      pause: '一時停止',
      resume: '再開',
      cancel: '中止…',
      cancelTitle: (name) => `「${name}」を中止`,
      cancelText: (sent, remaining) =>
        `${people(sent)}にはすでに送信されています。${remaining === null ? '残りの全員' : `残りの${count(remaining)}人`}には送信されません。この操作は元に戻せません。`,
      cancelAll: 'まだ誰にも送信されておらず、今後も送信されません。この操作は元に戻せません。',
      cancelDo: (remaining) => {
        if (remaining === null) return '残りを中止'
        return remaining === 0 ? 'キャンペーンを中止' : `残りの${people(remaining)}への送信を中止`
      },
      figures: '現在の数値',
      taken: '配信済み',
      takenHint: '配信済み：メールサーバーがメッセージを受け付けました。',
      refused: 'バウンス',
      waiting: '再試行待ち',
    },
    uncertain: {
      title: (value, isExact) => `${orMore(messages(value), isExact)}は送信されたか不明です`,
      text: '引き渡し中に接続またはサーバーが失敗しました。指示がない限り再送信されません。',
      who: '対象者を表示',
      hide: '隠す',
      again: (value, isExact) => (isExact ? `${count(value)}人に再送信` : '全員に再送信'),
      warn: '最初のメッセージを受け取った人には、同じMessage-IDで2通届きます。',
      person: '購読者',
      since: (zone) => `発生（${zone}）`,
      messageId: 'Message-ID',
      deleted: 'その後削除',
      resent: (value) => `${messages(value)}を再送信します。`,
    },
    system: {
      title: 'すべてのキャンペーン',
      lead: 'すべての組織の開始済みキャンペーンです。送信中は数値が更新されます。',
      started: '開始',
      periods: [
        { value: '1', label: '昨日から' },
        { value: '7', label: '過去7日間' },
        { value: '30', label: '過去30日間' },
        { value: 'all', label: '全期間' },
      ],
      onlyOver: '終了したキャンペーンのみ',
      organization: '組織',
      bounced: 'バウンス',
      complained: '迷惑メール報告',
      empty: { title: 'キャンペーンはありません', text: 'この期間に開始したキャンペーンはありません。' },
    },
  },
}
