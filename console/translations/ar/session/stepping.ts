import type * as en from '../../../words/session/stepping.ts'

export const { steppingWords }: typeof en = {
  steppingWords: {
    label: 'مؤسسة أخرى',
    youAreIn: 'أنت في',
    asAdministrator: 'بصفة مدير النظام. يُسجَّل ما تفعله في سجل تدقيقها.',
    leave: (name) => `مغادرة «${name}»`,
    switch: 'الانتقال إلى مؤسسة أخرى',
    switchFrom: (name) => `${name}: الانتقال إلى مؤسسة أخرى`,
    change: (name) => `الانتقال إلى «${name}»`,
    find: 'اسم مؤسسة',
    typeName: 'اكتب جزءًا من اسمها.',
    noneCalled: 'لا توجد مؤسسة بهذا الاسم.',
    elsewhere: {
      title: 'صفحة مؤسسة أخرى',
      own: (name) => `تتبع هذه الصفحة «${name}»، مؤسستك.`,
      other: (id) => `تتبع هذه الصفحة المؤسسة ${id}. يمكنك دخولها بصفة مدير النظام؛ ويسجل سجل تدقيقها ذلك.`,
      into: (id) => `دخول المؤسسة ${id}`,
    },
  },
}
