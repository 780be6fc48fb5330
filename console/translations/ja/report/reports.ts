import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'アドレスが受け付けられません',
  '5.1.1': 'アドレスが存在しません',
  '5.1.2': 'アドレスのドメインが存在しません',
  '5.1.3': 'アドレスが無効です',
  '5.1.6': '受信者が移転しました',
  '5.1.10': 'ドメインがメールを受け付けません',
  '5.2.1': 'メールボックスが閉鎖されています',
  '5.2.2': 'メールボックスがいっぱいです',
  '5.2.3': 'メッセージがメールボックスの上限を超えています',
  '4.2.2': 'メールボックスが一時的にいっぱいです',
  '5.3.4': 'メッセージがサーバーの上限を超えています',
  '5.4.1': 'ドメインのメールを受け付けるサーバーがありません',
  '5.4.4': 'ドメインに接続できません',
  '5.5.0': 'サーバーが明確な理由なく拒否しました',
  '5.7.0': 'サーバーがポリシーにより拒否しました',
  '5.7.1': 'サーバーがポリシーにより拒否しました（多くは迷惑メールの疑い）',
  '5.7.26': '差出人が認証されていません（SPF、DKIM、DMARC）',
  unknown: 'サーバーは理由を示しませんでした',
}

const times = (n: number) => (n === 1 ? '1回' : `${count(n)}回`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'キャンペーン',
    live: '送信状況を見る',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: '時間', funnel: 'ファネル', mail: 'メール', domains: 'ドメイン', bounces: 'バウンス' },
    sections: 'レポートの項目',
    figures: 'キャンペーンの数値',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? '開封とクリックは人によるものです。プログラムは検出されませんでした。'
        : `開封とクリックは人によるものです。メッセージを自動的に確認するプログラムが${count(opened)}通を開封し（${times(opens)}）、${count(clicked)}通のリンクを開きました（${times(clicks)}）。これらは上の数値に含まれません。`,
    notOpened: (n) => `${people(n)}が未開封`,
    openedByMachine: (n) => `${people(n)}のメッセージをプログラムが開封`,
    clickedByMachine: (n) => `${people(n)}のメッセージのリンクをプログラムが開いた`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `配信ルールにより${people(asked)}が除外されました。`,
        failed === 0
          ? ''
          : `${people(failed)}には、ルールを評価できなかったなど別の理由で送信されませんでした。`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: '対象者と理由を見る',
    average: (rate) => `平均${rate}`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'このリストには比較できる以前のキャンペーンがありません。'
        : `平均は、このリストの直前の${campaigns === 1 ? 'キャンペーン' : `${count(campaigns)}件のキャンペーン`}のものです。`,
    summary: {
      subject: (contents) => (contents > 1 ? '件名' : '件名'),
      noSubject: '件名なし',
      to: 'リスト',
      segment: (name) => `セグメント：${name}`,
      growth: 'その後のリスト',
      active: (now) => `現在の有効な購読者は${people(now)}です。当時の人数は記録されていません。`,
      grown: (by, now) =>
        by === 0
          ? `有効な購読者は当時と同じ${count(now)}人です。`
          : `${people(Math.abs(by))}${by > 0 ? '増' : '減'}、現在の有効な購読者は${count(now)}人です。`,
    },
    ofTaken: '配信済み比',
    ofSent: '送信済み比',
    tiles: {
      sent: '送信済み',
      accepted: '配信済み',
      opened: '開封',
      clicked: 'クリック',
      bounced: 'バウンス',
      complained: '迷惑メール報告',
      unsubscribed: '配信解除',
    },
    funnel: {
      title: '送信からクリックまで',
      caption: (total) => `各棒は送信した${count(total)}通に対する割合です。`,
      step: '段階',
      people: '購読者',
      ofSent: '送信済み比',
      ofBefore: '前段階比',
      of: {
        accepted: '送信済み比',
        opened: '配信済み比',
        clicked: '開封比',
        unsubscribed: '配信済み比',
      },
    },
    time: {
      hour: '1時間ごと',
      day: '1日ごと',
      step: '期間の長さ',
      start: (zone) => `開始（${zone}）`,
      caption: (word, total, zone) => `${word}：合計${count(total)}。時刻は${zone}です。`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `${count(later)}件は表示期間より後です。` : '',
          undated > 0 ? `${count(undated)}件は時刻の記録がありません。` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'まだありません',
        text: '最初の開封は、通常、最初のメッセージから数分以内に記録されます。',
      },
      takenHasNoTime: '配信済みメッセージは時間別に集計されません。「送信済み」をご覧ください。',
    },
    mail: {
      content: '内容',
      frame: (name) => `メッセージ「${name}」。集計された各リンクに番号が付いています`,
      links: 'リンク（クリックの多い順）',
      link: 'リンク',
      people: '購読者',
      share: '比較',
      clicks: 'クリック',
      same: 'メッセージに2回出てくるリンクには、1つの番号と1つの集計が付きます。',
      foreign: 'ほかのサーバーの画像は枠で表示されます。',
      textOnly: 'テキストメッセージです。リンクは集計されません。',
      empty: {
        title: '集計されたリンクはありません',
        text: 'メッセージにリンクがないか、クリックが計測されていません。',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'ドメイン',
      caption: (sent) => `受信者のドメイン別です。割合は${count(sent)}通に対するものです。`,
      other: (value) => `ほか${count(value)}件のドメイン`,
      unknown: (isExact) =>
        isExact
          ? '削除された購読者とシードアドレス'
          : `未集計：リストの最初の${count(campaignDomainsPeopleMax)}人を除く全員`,
      share: 'メッセージの割合',
      empty: { title: 'まだありません', text: 'まだ誰にも送信されていません。' },
    },
    bounces: {
      caption: (value) => `${people(value)}にメッセージが届きませんでした。`,
      reason: 'サーバーの応答',
      code: 'コード',
      people: '購読者',
      share: 'バウンスの割合',
      reasonOf: (code) =>
        codes[code] ?? (code.startsWith('4.') ? '一時的に拒否され、Quiverが送信を断念' : '恒久的に拒否'),
      hard: 'アドレスが存在しない',
      soft: 'メールボックスが利用不可',
      other: 'アドレス以外の理由',
      kinds: '種類別のバウンス',
      empty: { title: 'バウンスはありません', text: 'メッセージを拒否したメールサーバーはありません。' },
    },
    table: '表',
    chart: 'グラフ',
    tableHint: 'キー：T',
    thinned: (run) => `グラフには${count(run)}点ごとの最大値を表示しています。ファイルにはすべて含まれます。`,
    more: (rest) => `さらに${count(rest)}行を表示`,
    csv: 'CSV',
    compare: {
      title: 'キャンペーンを比較',
      lead: '率は配信済みメッセージに対する割合、バウンス率は送信済みメッセージに対する割合です。',
      campaign: 'キャンペーン',
      started: (zone) => `開始（${zone}）`,
      empty: {
        title: '比較するものがありません',
        text: 'キャンペーン一覧で2～5件のキャンペーンを選択してください。',
      },
      choose: 'キャンペーンを選択',
    },
    sent: {
      title: '送信済みメッセージ',
      lead: '送信日ごとの配信済みメッセージです。',
      by: '集計単位',
      daily: '日',
      monthly: '月',
      from: '開始日',
      to: '終了日',
      period: (zone) => `開始（${zone}）`,
      sender: 'キャンペーンまたはオートレスポンダー',
      messages: 'メッセージ',
      other: 'その他',
      single: 'トランザクションメッセージ',
      caption: (total, zone) => `${count(total)}通。日付は${zone}です。`,
      empty: {
        title: '送信はありません',
        text: 'この期間に送信されたメッセージはありません。別の期間を選択してください。',
      },
    },
    credits: {
      title: '送信クレジット',
      organization: '組織',
      lead: '1クレジットで配信済みメッセージ1通分です。',
      available: '利用可能',
      lifetime: '累計送信数',
      balance: 'クレジット',
      at: (zone) => `最終変更（${zone}）`,
      change: '増減',
      after: '残高',
      what: '内容',
      who: '実行者',
      kinds: { added: '追加', removed: '減額', set: '残高を設定', spent: '使用' },
      actors: { user: 'ユーザー', api_key: 'APIキー', system: 'サーバー' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `「${name}」で使用`,
      empty: {
        title: '履歴はありません',
        text: 'この期間の追加や使用はありません。前払いクレジットのない組織に履歴はありません。',
      },
    },
  },
}
