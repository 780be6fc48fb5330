import type { AccountWords } from './en.ts'

export const japanese: AccountWords = {
  serverAdministrator: 'このサーバーの管理者',
  administratorOf: (organization) => `${organization}の管理者`,
  invitation: {
    subject: (inviter, organization) => `${inviter}さんから${organization}への招待`,
    text: ({ name, inviter, organization, email }) => `${name} 様

${inviter}から、${organization}のメンバーとしてQuiverを使うための招待が届いています。Quiverは、${organization}がニュースレターなどのメールを送信するサーバーです。

招待を受けるには、パスワードを設定してください。

{{link}}

リンクは{{expires}}まで、1回だけ有効です。設定後は${email}でログインします。

心当たりがない場合は、このメールを無視してください。パスワードがない限り、このアドレスでは誰もログインできません。
`,
  },
  addressChange: {
    subject: (organization) => `${organization}の新しいメールアドレスの確認`,
    text: ({ name, inviter, organization, email }) => `${name} 様

${inviter}により、${organization}のQuiverアカウントのアドレスが${email}に変更されました。

ご本人のアドレスであることを確認するため、パスワードを設定してください。

{{link}}

リンクは{{expires}}まで、1回だけ有効です。以前のパスワードは無効になったため、設定するまでログインできません。

心当たりがない場合は、このメールを無視してください。このアドレスでは誰もログインできません。
`,
  },
  reset: {
    subject: 'Quiverの新しいパスワードの設定',
    text: ({ name, organization, email }) => `${name} 様

${organization}のQuiverアカウント${email}について、新しいパスワードの設定が依頼されました。ご本人の依頼であれば、こちらで設定してください。

{{link}}

リンクは{{expires}}まで、1回だけ有効です。新しいパスワードを設定すると、すべての端末からログアウトされます。

依頼していない場合は、このメールを無視してください。パスワードは変わりません。繰り返し届く場合は、管理者にお知らせください。
`,
  },
  copyAddress: 'ボタンが使えない場合は、このアドレスをブラウザーにコピーしてください。',
  sentBy: (url) => `このメールは、${url}のQuiverサーバーから送信されました。`,
  choosePassword: 'パスワードの設定',
  chooseNewPassword: '新しいパスワードの設定',
  forWhom: (email, organization) => `${organization}の<strong>${email}</strong>`,
  logsOut: 'すべての端末からログアウトされます。',
  password: 'パスワード',
  rules: (lengthMin) =>
    `${lengthMin}文字以上。関連のない単語を4つ以上並べると、覚えやすく推測されにくくなります。
パスワードマネージャーに任せることもできます。名前、アドレス、よくある語や繰り返しは避けてください。`,
  again: 'パスワード（確認）',
  setPassword: 'パスワードを設定',
  notTheSame: '2つのパスワードが一致しません。',
  logIn: 'ログイン',
  isSet: {
    title: 'パスワードを設定しました',
    text: '今後は、アドレスと新しいパスワードでログインします。メールのリンクは無効になりました。',
  },
  dead: {
    title: 'このリンクは無効です',
    once: 'リンクは1回だけ有効です。招待のリンクは7日間、パスワード再設定のリンクは1時間有効です。',
    set: (link) =>
      `<strong>すでにパスワードを設定済みの場合</strong>：${link('Quiverにログイン')}してください。`,
    fresh:
      '<strong>リンクがまだ新しい場合</strong>：メールからもう一度開いてください。このページにはCookieが必要で、リンクを30分間記憶します。',
    otherwise: (link) =>
      `<strong>それ以外の場合</strong>：${link('新しいリンクを取得')}するか、招待した管理者に問い合わせてください。`,
  },
  forgot: {
    title: 'パスワードをお忘れですか？',
    lead: '新しいパスワードを設定するためのリンクをメールで送ります。',
    email: 'メールアドレス',
    submit: 'リンクを送信',
  },
  mailed: {
    title: 'メールを確認してください',
    sent: 'アドレスがアカウントのものであれば、リンクを送信しました。リンクは1時間以内に1回だけ有効です。',
    nothing:
      '数分たっても届かない場合は、迷惑メールフォルダーと、招待されたアドレスかどうかを確認してください。',
  },
  later: {
    title: 'しばらくしてからもう一度お試しください',
    text: 'サーバーが現在応答できません。何も変更されていません。',
  },
}
