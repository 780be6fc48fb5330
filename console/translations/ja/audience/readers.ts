import type * as en from '../../../words/audience/readers.ts'

export const readerWords: typeof en.readerWords = {
  title: '読者向けページ',
  lead: 'このリストの購読者が設定ページや配信解除で見る内容と選べる項目です。',
  open: '読者向けページ',
  choice: {
    title: '読者が選べる項目',
    isPublic: 'ほかのリストの読者がこのリストを見つけて登録できる',
    isPublicHint:
      '読者の設定ページに表示されます。リンクでアドレスが確認されているため、登録するとすぐに有効になります。',
    keyed: 'このリストはフィールドで購読者を識別するため、アドレスだけでは登録できません。',
    name: '読者に表示する名前',
    nameHint: (name) => `空の場合：${name}`,
    description: '読者に表示する説明',
    fields: '購読者が自分で変更できるフィールド',
    fieldsHint: 'メッセージのリンクを持つ人は誰でも値を見ることができます。',
    noFields: 'このリストにフィールドはまだありません。',
    code: 'メッセージからこのページへリンクするためのコード',
    save: '選択を保存',
    saved: '保存しました。読者にはすぐに反映されます。',
  },
  look: {
    title: '外観',
    lead: '空の項目には組織のブランドが使われます。',
    inherited: '空の場合は組織のブランドが使われます。',
  },
  texts: {
    title: 'テキスト',
    lead: '現在のテキストです。このリストで変えたい箇所だけ入力してください。',
    language: '言語',
    page: 'ページ',
    pages: {
      ask: '配信解除前の質問',
      left: '配信解除',
      again: '配信解除済み',
      back: '再登録',
      full: 'リストが満員',
      preferences: '設定',
      change: 'アドレスの変更',
      form: 'フォーム',
      formMail: 'フォームのメール',
      dead: '無効なリンク',
      other: 'その他のページ',
    },
    own: (text) => `置き換え前：${text}`,
    placeholder: '変更なし',
    keep: (names) => `${names}を残してください。値に置き換えられます。`,
    save: (count) => `${count}件のテキストを保存`,
    saveNone: 'テキストを保存',
    saved: '保存しました。読者にはすぐに反映されます。',
    example: { list: 'ニュースレター', other: 'レシピ', email: 'ann@example.com', field: '名' },
  },
}

export const pauseWords: typeof en.pauseWords = {
  until: (day) =>
    `${day}まで休止中です。それまで、このリストのキャンペーンとオートレスポンダーは届きません。`,
  end: '休止を終了',
  ended: '休止は終了しました。',
}
