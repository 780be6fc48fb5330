import { count } from '../../../design/figures.ts'
import { orMore } from './amounts.ts'
import type * as en from '../../../words/audience/forms.ts'

const times = (value: number) => count(value)

export const { formWords }: typeof en = {
  formWords: {
    title: 'フォーム',
    lead: (list) => `フォームから「${list}」に自分で登録できます。`,
    create: '新しいフォーム',
    empty: {
      title: 'フォームはまだありません',
      text: 'フォームは、リンク先のページ、または自社サイトに置くHTMLです。登録者は、ほかのものが送信される前にメールで確認します。',
    },
    name: '名前',
    nameHint: '社内のユーザーにだけ表示されます。',
    state: '状態',
    states: { open: '公開中', closed: '停止中' },
    optIn: '確認',
    optIns: {
      double: 'メールのリンクで確認（ダブルオプトイン）',
      single: 'なし（シングルオプトイン）',
    },
    optInHint:
      '確認がない場合、新しいアドレスはすぐに登録されます。すでにリストにあるアドレスには必ず確認メールが届きます。',
    shortOptIns: { double: 'メールで', single: 'なし' },
    submitted: '送信済み',
    confirmed: '確認済み',
    pending: '確認待ち',
    figures: '数値',
    figuresText: ({ submitted, confirmed, pending, pending_is_exact: isExact }) =>
      `送信${times(submitted)}件、確認済み${times(confirmed)}件、確認待ち${orMore(times(pending), isExact)}件。`,
    noSender:
      'このリストには差出人アドレスがないため、確認メールを送信できません。設定するまでフォームは停止します。',
    toSettings: 'リストの設定',
    new: { title: '新しいフォーム', submit: 'フォームを作成' },
    page: 'ページ',
    heading: '見出し',
    headingHint: 'テキストが空の場合、読者の言語でQuiverのテキストが表示されます。',
    introduction: 'フィールドの上のテキスト',
    button: 'ボタンのラベル',
    consent: '同意の内容',
    consentHint:
      '読者はこのテキストの横のチェックボックスを選択する必要があります。登録ごとに証拠として保存されます。Webアドレスはリンクになります。空の場合はチェックボックスなし。',
    version: (value) => `バージョン${count(value)}`,
    fields: 'フィールド',
    fieldsHint: 'アドレスと、リストで必須のフィールドは必ず表示されます。',
    addField: 'フィールドを追加',
    noFields: 'フォームではアドレスだけを入力します。',
    label: (name) => `「${name}」のラベル`,
    required: '必須',
    requiredOf: (name) => `「${name}」を必須にする`,
    up: (name) => `「${name}」を上へ移動`,
    down: (name) => `「${name}」を下へ移動`,
    remove: (name) => `「${name}」を外す`,
    mail: '確認メール',
    mailHint: (from) =>
      from === '' ? 'リストの差出人から送信されます。' : `リストの差出人${from}から送信されます。`,
    subject: '件名',
    text: 'テキスト',
    mailButton: 'メールのボタンのラベル',
    after: '確認後',
    redirect: '代わりにこのアドレスへリダイレクト',
    redirectHint: 'https://で始まる必要があります。',
    more: 'ルール',
    language: '言語',
    languageHint: '設定がない場合は、ブランドの言語、またはブラウザが要求する言語になります。',
    asTheReader: '読者の言語',
    active: 'フォームを公開する',
    work: 'ブラウザに短い計算を要求する',
    workHint: 'フォームを自動入力するプログラムを遅らせます。ページにはJavaScriptが必要になります。',
    origins: 'フォームを送信できるスクリプトのサイト',
    originsHint: '1行に1つ。例：https://www.example.com',
    save: 'フォームを保存',
    saved: 'フォームを保存しました。',
    preview: 'プレビュー',
    previewPage: 'プレビューするページ',
    previewLook: 'プレビューの外観',
    subjectIs: (subject) => `件名：${subject}`,
    pages: {
      form: 'フォーム',
      sent: '送信後',
      mail: 'メール',
      confirm: 'メールのリンク',
      thanks: '確認後',
    },
    looks: { light: 'ライト', dark: 'ダーク' },
    someone: 'ann@example.com',
    share: '公開',
    address: 'ページのアドレス',
    embed: '自社サイト用のHTML',
    embedHint:
      'スクリプトは含まれません。フォームのページに入力内容がもう一度表示され、1回のクリックで送信されます。フィールドを変更したらHTMLをコピーし直してください。',
    open: 'ページを開く',
    delete: {
      title: 'フォームを削除',
      text: ({ pending, pending_is_exact: isExact }) =>
        pending === 0
          ? 'ページは閉じられます。フォームで登録した人はリストに残ります。'
          : `ページは閉じられ、まだ確認していない${orMore(count(pending), isExact)}人は確認できなくなります。フォームで登録した人はリストに残ります。`,
      begin: 'このフォームを削除…',
      submit: 'フォームを削除',
    },
  },
}
