import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Quiverを設定',
    lead: 'このサーバーと組織の管理者になります。ほかのユーザーは後で招待できます。',
    name: '自分の名前',
    email: 'メールアドレス',
    emailHint: 'ログインに使います。',
    password: 'パスワード',
    passwordHint: '12文字以上。無関係な4つの単語は覚えやすく、推測されにくくなります。',
    organization: '組織',
    organizationHint: '社内で使っている会社名またはブランド名。',
    zone: 'タイムゾーン',
    zoneHint: 'キャンペーンとインポートの時刻の表示に使われます。',
    noZone: 'このタイムゾーンはありません',
    submit: '作成してログイン',
    done: {
      title: 'Quiverは設定済みです',
      text: 'メールアドレスとパスワードでログインしてください。',
      logIn: 'ログイン',
    },
    noLink: {
      title: 'このリンクは無効です',
      text: 'サーバーを再起動してください。管理者のアカウントがない間は、新しいリンクが表示されます。',
    },
    waiting: {
      title: 'Quiverにはまだ管理者がいません',
      text: 'サーバーの起動時に表示されたリンクを開いてください。末尾は/console/set-up#と長いコードです。',
    },
  },
}
