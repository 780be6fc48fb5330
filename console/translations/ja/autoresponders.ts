import { count } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

const units: Record<string, string> = {
  minutes: '分',
  hours: '時間',
  days: '日',
  weeks: '週間',
  months: 'か月',
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'すぐに'
  const length = `${count(amount)}${units[unit] ?? unit}後`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length}の${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'オートレスポンダー',
    lead: '何かが起きたときに1人に送信されるメッセージです。',
    list: 'リスト',
    name: 'オートレスポンダー',
    trigger: 'タイミング',
    triggerTitle: 'きっかけ',
    delay: '送信',
    state: '状態',
    running: '稼働中',
    paused: '一時停止中',
    delayOf,
    triggers: {
      subscription: 'リストに参加したとき',
      api: 'プログラムが要求したときのみ',
      campaign_open: 'キャンペーンが開封されたとき',
      campaign_click: 'キャンペーンのリンクがクリックされたとき',
      autoresponder_open: '別のオートレスポンダーが開封されたとき',
      autoresponder_nonopen: '別のオートレスポンダーが開封されなかったとき',
      autoresponder_click: '別のオートレスポンダーのリンクがクリックされたとき',
      autoresponder_nonclick: '別のオートレスポンダーのリンクがクリックされなかったとき',
      autoresponder_send: '別のオートレスポンダーが送信されたとき',
    },
    triggerNow: {
      title: '1人に送信',
      ofPerson: 'オートレスポンダーを起動',
      hint: 'プログラムが行うのと同じ呼び出しです。オートレスポンダーの待ち時間とルールが適用されます。',
      email: 'メールアドレス',
      create_missing_subscriber: 'リストにこのアドレスがなければ購読者を追加',
      reactivate_subscriber: '有効でなければ購読者を再び有効にする',
      paused: 'オートレスポンダーは一時停止中です。再開するまでメッセージは待機します。',
      pausedName: (name) => `${name}（一時停止中）`,
      submit: '起動',
      done: (email) => `${email}に対して起動しました。`,
      doneOf: (name) => `「${name}」を起動しました。`,
    },
    empty: {
      title: 'このリストにオートレスポンダーはありません',
      text: '最もよく使われるのは、参加した人へのウェルカムメールです。',
    },
    noLists: {
      title: 'リストはまだありません',
      text: 'オートレスポンダーはリストに属します。先にリストを作成してください。',
    },
    figures: '開始以来の数値',
    sent: '送信済み',
    opened: '開封',
    clicked: 'クリック',
    bounced: 'バウンス',
    left: '配信解除',
    ofTaken: '配信済み比',
    ofSent: '送信済み比',
    pause: '一時停止',
    resume: '再開',
    check: '稼働前の確認',
    stopped: 'これを修正するまで稼働できません。',
    settings: '待ち時間',
    delayKinds: { immediately: 'すぐに', with_delay: '後で' },
    amount: '待つ長さ',
    unit: '単位',
    units: { minutes: '分', hours: '時間', days: '日', weeks: '週間', months: 'か月' },
    hour: '時刻（時）',
    save: '待ち時間を保存',
    onImport: 'インポートされた購読者にも送信',
    onApi: 'プログラムやフォームで追加された購読者にも送信',
    campaign: 'キャンペーン',
    other: '前のオートレスポンダー',
    anyUrl: 'すべてのリンクが対象',
    urls: '対象のリンク',
    urlsHint: 'メッセージ内のアドレスを入力し、1つごとにEnterを押してください。',
    saveTrigger: 'タイミングを保存',
    message: {
      title: (name) => `「${name}」のメッセージ`,
      lead: '変更は、まだ送信されていないすべてのメッセージに適用されます。',
      save: 'メッセージを保存',
      saved: '保存済み',
      unsaved: '未保存',
      conflict: 'その間にほかのユーザーがこのメッセージを保存しました。',
      conflictText:
        '入力した内容は残っています。もう一度保存すると上書きします。相手の内容を見るにはページを開き直してください。',
      overwrite: '上書きする',
    },
    sending: {
      title: '名前、対象、差出人',
      name: '名前',
      segment: 'このセグメントの購読者のみ',
      everyone: '有効な購読者全員',
      ofList: 'リストの差出人を使う',
      fromName: '差出人名',
      fromEmail: '差出人アドレス',
      replyTo: '返信先',
      trackOpens: '開封を計測',
      trackLinks: 'クリックを計測',
      save: '設定を保存',
    },
    fresh: {
      title: '新しいオートレスポンダー',
      lead: '再開するまで一時停止しています。',
      nameHint: '社内のユーザーにだけ表示されます。',
      create: '作成してメッセージを書く',
    },
    delete: '削除…',
    deleteTitle: (name) => `「${name}」を削除`,
    deleteText:
      '待機中のメッセージは送信されません。送信済みのものはレポートに残ります。この操作は元に戻せません。残す場合は一時停止してください。',
    deleteDo: 'オートレスポンダーを削除',
  },
}
