import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'プログラムに代理操作を許可',
    who: 'プログラム',
    whoHint: 'プログラムが名乗っている名前です。確認されていません。',
    where: '応答の送信先',
    ownMachine: (host) => `${host}（このコンピューターのプログラム）`,
    organization: '対象の組織',
    you: '代理されるユーザー',
    warning: 'このプログラムを自分でQuiverに接続したばかりの場合だけ許可してください。',
    what: '許可する操作',
    read: '閲覧のみ（変更なし）',
    change: '閲覧、変更の計画と実行',
    limits:
      'その時点の自分の権限を超えることはありません。キー、ユーザー、権限の作成や承認は行わず、承認が必要なものは人の確認を待ちます。',
    lists: 'リスト',
    allLists: '表示できるすべて',
    someLists: '選択したもののみ',
    days: '期間',
    daysOf: (days) => (days === 1 ? '1日' : `${count(days)}日`),
    agree: '許可',
    refuse: '拒否',
    leaving: 'プログラムに戻ります。このページは閉じてかまいません。',
    own: {
      title: '代理で操作するプログラム',
      lead: '自分の代理で閲覧や変更を許可したアシスタントです。終了するとすぐに反映されます。',
      program: 'プログラム',
      may: '許可',
      reads: '閲覧',
      changes: '閲覧と変更',
      lists: (number) => (number === 1 ? '、1件のリスト' : `、${count(number)}件のリスト`),
      used: '最終使用',
      never: 'なし',
      ends: '終了日',
      action: '操作',
      end: '終了',
      endOne: (name) => `「${name}」を終了`,
    },
  },
}
