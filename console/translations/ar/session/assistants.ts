import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'السماح لبرنامج بالعمل نيابة عنك',
    who: 'البرنامج',
    whoHint: 'هكذا يسمي نفسه. لم يتحقق منه أحد.',
    where: 'يذهب الرد إلى',
    ownMachine: (host) => `${host}، برنامج على هذا الحاسوب`,
    organization: 'في المؤسسة',
    you: 'باسم',
    warning: 'لا توافق إلا إذا ربطت هذا البرنامج بـ Quiver بنفسك للتو.',
    what: 'ما يُسمح به',
    read: 'القراءة دون تغيير',
    change: 'القراءة وتخطيط التغييرات وتنفيذها',
    limits:
      'لا يتجاوز أبدًا صلاحياتك في تلك اللحظة. لا ينشئ مفاتيح أو مستخدمين أو صلاحيات، ولا يوافق على شيء، وما يتطلب موافقة ينتظر شخصًا.',
    lists: 'القوائم',
    allLists: 'كل ما تراه',
    someLists: 'هذه فقط',
    days: 'المدة',
    daysOf: (days) =>
      plural(days, { one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' }),
    agree: 'السماح',
    refuse: 'رفض',
    leaving: 'تجري العودة إلى البرنامج. يمكنك إغلاق هذه الصفحة.',
    own: {
      title: 'البرامج التي تعمل نيابة عنك',
      lead: 'المساعدون المسموح لهم بالقراءة أو التغيير باسمك. يسري الإنهاء فورًا.',
      program: 'البرنامج',
      may: 'الصلاحية',
      reads: 'القراءة',
      changes: 'القراءة والتغيير',
      lists: (number) => (number === 1 ? '، قائمة واحدة' : `، القوائم: ${count(number)}`),
      used: 'آخر استخدام',
      never: 'أبدًا',
      ends: 'الانتهاء',
      action: 'الإجراء',
      end: 'إنهاء',
      endOne: (name) => `إنهاء «${name}»`,
    },
  },
}
