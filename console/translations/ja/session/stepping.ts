import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: '別の組織',
    youAreIn: '現在の組織：',
    asAdministrator: 'システム管理者として操作しています。操作はこの組織の監査ログに記録されます。',
    leave: (name) => `「${name}」から出る`,
    switch: '別の組織へ移動',
    switchFrom: (name) => `${name}：別の組織へ移動`,
    change: (name) => `「${name}」へ移動`,
    find: '組織の名前',
    typeName: '名前の一部を入力してください。',
    noneCalled: '名前にこれを含む組織はありません。',
    elsewhere: {
      title: '別の組織のページ',
      own: (name) => `このページは自分の組織「${name}」のものです。`,
      other: (id) =>
        `このページは組織${id}のものです。システム管理者として入ることができ、その組織の監査ログに記録されます。`,
      into: (id) => `組織${id}に入る`,
    },
  },
}
