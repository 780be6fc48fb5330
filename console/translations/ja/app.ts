import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: '読み込み中',
    tryAgain: '再試行',
    showPassword: 'パスワードを表示',
    close: '閉じる',
    request: (id) => `リクエスト ${id}`,
    asOf: (at, kind, message) =>
      `${clock(at)}時点。${{ offline: 'サーバーが応答していません。再試行しています。', forbidden: '表示する権限がなくなりました。', stale: message, missing: 'すでに存在しません。', busy: 'リクエストが多すぎました。', later: message, server: 'サーバーで問題が発生しました。', refused: message }[kind]}`,
    skip: '本文へ移動',
    menu: 'メニュー',
    openMenu: 'メニューを開く',
    account: 'アカウント',
    ownAccount: '自分のアカウント',
    logOut: 'ログアウト',
    language: '言語',
    theme: { title: '外観', light: 'ライト', dark: 'ダーク', auto: 'システムに合わせる' },
    pages: {
      title: 'ページ',
      range: (first, last, total) => `${first}～${last}件（全${total}件）`,
      earlier: '前へ',
      later: '次へ',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'サーバーに接続できません',
          text: '入力した内容は保持されています。しばらくしてからもう一度お試しください。',
        },
        forbidden: {
          title: '表示する権限がありません',
          text: '組織の管理者が権限を付与できます。',
        },
        stale: {
          title: 'ほかのユーザーが変更しました',
          text: `変更者：${message}。入力した内容は残っています。もう一度保存するとその変更を置き換えます。変更を見るにはページを開き直してください。`,
        },
        missing: { title: '何もありません', text: '存在しないか、表示する権限がありません。' },
        busy: { title: 'リクエストが多すぎます', text: message },
        later: { title: 'サーバーは現在この操作を行えません', text: message },
        server: {
          title: 'サーバーで問題が発生しました',
          text: 'もう一度お試しください。再び発生する場合は、下のリクエストを運用担当者にお知らせください。',
        },
        refused: { title: '完了できませんでした', text: message },
      })[kind],
    broken: {
      title: 'ページのこの部分でエラーが発生しました',
      text: 'ほかの部分は使えます。',
      reload: '再読み込み',
    },
    cancel: '戻る',
    leaving: {
      title: '保存せずに移動しますか？',
      text: 'このページの変更はまだ保存されていません。',
      go: '保存せずに移動',
    },
    saved: '保存しました。',
    more: (rest) => `ほか${count(rest)}件：名前の一部を入力`,
    copy: { action: 'コピー', done: 'コピーしました', of: (label) => `コピー：${label}` },
    notFound: {
      title: '何もありません',
      text: '削除されたか、別の組織のものか、アドレスが間違っています。',
      to: (place) => `「${place}」に戻る`,
    },
    gone: {
      title: 'すでに存在しません',
      text: 'このページを開いている間に削除されました。下の内容は削除前のもので、変更できません。',
    },
    unreachable: {
      title: 'サーバーが応答していません',
      text: 'Quiverが動作しているか確認し、もう一度お試しください。',
    },
    outOfReach: 'サーバーに接続できません。入力した内容は保持され、自動的に再接続します。',
    sessionOver: {
      title: 'セッションが終了しました',
      text: 'もう一度ログインしてください。ページに入力した内容は残っています。',
    },
  },
}
