import type { LogInProblem } from '../../../../src/contract/users/single-sign-on.ts'
import type * as en from '../../../words/session/users.ts'

const problems: Record<LogInProblem, string> = {
  expired: '時間がかかりすぎたか、別のウィンドウで開始されました。最初からやり直してください。',
  refused: 'ログインが許可されませんでした。やり直すか、管理者にアクセスを依頼してください。',
  unreachable:
    '組織のログインが応答していません。しばらくしてから再度お試しいただくか、管理者にお知らせください。',
  invalid:
    '組織のログインの応答を信頼できません。管理者にお知らせください。問題の内容は監査ログに記録されています。',
  no_address: '組織のログインからメールアドレスが通知されませんでした。管理者にお知らせください。',
  not_verified: '組織のログインで、メールアドレスが確認済みと示されていません。管理者にお知らせください。',
  other_domain: 'このメールアドレスではログインできません。組織のアカウントを使ってください。',
  no_user: 'アカウントがまだありません。管理者に招待を依頼してください。',
  inactive: 'アカウントは無効です。管理者に問い合わせてください。',
  elsewhere: '組織には独自のログインがあります。メールアドレスを入力して続行してください。',
}

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'ログイン',
      email: 'メールアドレス',
      password: 'パスワード',
      code: 'コード',
      codeHint: '認証アプリの6桁の数字、またはリカバリーコード。',
      forgot: 'パスワードをお忘れですか？',
      wrong: 'メールアドレス、パスワード、またはコードが正しくありません。',
      passkey: 'パスキーでログイン',
      noPasskey: 'パスキーは使われませんでした。もう一度試すか、パスワードでログインしてください。',
      with: (provider) => `${provider}で続行`,
      again: 'ログインしました',
      problems,
      offline: 'サーバーが応答していません。しばらくしてからもう一度お試しください。',
    },
  },
}
