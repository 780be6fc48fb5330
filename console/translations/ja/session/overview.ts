import { count } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: '概要',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'こんばんは' : hour < 12 ? 'おはようございます' : 'こんにちは'
      return `${time}、${name}さん`
    },
    importFile: 'ファイルをインポート',
    writeCampaign: '新しいキャンペーン',
    now: '実行中',
    nothingRuns: '実行中のものはありません。',
    jobs: {
      SubscriberImport: 'インポート',
      SubscriberImportUndo: 'インポートの取り消し',
      SubscriberExport: 'エクスポート',
      SubscriberBulkChange: '一括変更',
      Campaign: 'キャンペーン',
    },
    states: { pending: 'まもなく開始', scheduled: '開始', active: '', paused: '一時停止中' },
    progress: (value, total) => (total === null ? count(value) : `${count(total)}中${count(value)}`),
    attention: '要確認',
    calm: '確認が必要なものはありません。',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `送信は一時停止中です：${detail}。システム管理者が解除できます。`,
        campaign_waits: `「${name}」は待機中です：${detail}。`,
        campaign_failed: `「${name}」が失敗しました。${detail}`,
        import_failed: `「${importName(name)}」のインポートが失敗しました。${detail}`,
        sender_domain_unproven: `${name}は未確認です。ほかの人がこのドメインで送信できる可能性があります。`,
        sender_domain_missing: `${name}を確認するレコードがDNSから消えました。7日後にはほかの人が取得できます。`,
        autoresponder_waits: `「${name}」は送信されず、待機しています：${detail}。`,
        webhook_failing: `Webhook「${name}」が失敗しています：${detail}。再試行されます。`,
        webhook_off: `Webhook「${name}」は失敗した試行の後に停止されました：${detail}。`,
        dkim_record_missing: `受信側が${name}の署名を検証できません：${detail}。`,
      })[kind],
    look: '見る',
    campaigns: '最近のキャンペーン',
    noCampaigns: 'まだキャンペーンは送信されていません。',
    columns: {
      name: 'キャンペーン',
      began: '開始',
      sent: '送信済み',
      opened: '開封',
      clicked: 'クリック',
      left: '配信解除',
    },
    zone: (zone) =>
      `時刻は${zone}です。開封には、メッセージを自動的に読み込むメールソフトのものも含まれます。`,
    growth: '増減（30日間）',
    growthCaption: '各日終了時点の全リストの有効な購読者（UTC）',
    growthFile: 'growth.csv',
    day: '日',
    people: (active) => `現在の有効な購読者：${count(active)}人`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: '2日分のデータがそろうとグラフが表示されます。',
    listColumns: { name: 'リスト', active: '有効', change: '30日間' },
    steps: {
      title: '最初のステップ',
      done: '完了',
      open: '未完了',
      list: 'リストを作成する',
      people: '人を追加する',
      domain: '送信元のドメインを証明する',
      imprint: '読者向けページの責任者を記載する',
      campaign: '最初のキャンペーンを書く',
    },
    empty: {
      title: 'まだ何もありません。次のいずれかから始めてください。',
      importText: '購読者が追加されます。何も送信されません。',
      campaignText: '送信するまでは下書きです。',
      inviteTitle: 'ユーザーを招待',
      inviteText: 'パスワードを決めるためのリンクが届きます。',
    },
    noMail:
      'メールサーバーが設定されていません。招待を含むメッセージはサーバーのローカルメールボックスに残ります。送信するにはSMTP_URLを設定してください。',
  },
}
