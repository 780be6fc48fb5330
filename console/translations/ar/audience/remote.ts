import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/remote.ts'

export const connectionWords: typeof en.connectionWords = {
  title: 'قواعد البيانات',
  lead: 'قواعد بياناتك التي تأخذ منها القوائم البعيدة مستلميها. يقرؤها Quiver ولا يغيّر شيئًا.',
  caption: 'الاتصالات بقواعد البيانات',
  action: 'الإجراء',
  name: 'الاسم',
  type: 'الخادم',
  types: { postgresql: 'PostgreSQL', mysql: 'MySQL أو MariaDB' },
  place: 'قاعدة البيانات',
  placeOf: (host, port, database) => `${database} على ${host}:${port}`,
  host: 'المضيف',
  port: 'المنفذ',
  portHint: (port) => `إذا كان فارغًا: ${port}.`,
  database: 'اسم قاعدة البيانات',
  username: 'المستخدم',
  usernameHint: 'مستخدم يقرأ ما تحتاج إليه استعلاماتك ولا شيء غيره.',
  password: 'كلمة المرور',
  passwordNew: 'لن تُعرض القيمة مرة أخرى.',
  passwordKeeps: 'إذا كان فارغًا، تبقى القيمة الحالية.',
  tls: 'التشفير',
  tlsModes: {
    verify: 'مشفّر، مع التحقق من الشهادة',
    require: 'مشفّر، دون التحقق من الشهادة',
    off: 'غير مشفّر',
  },
  ca: 'شهادة الهيئة (CA)',
  caHint: 'بتنسيق PEM، من BEGIN CERTIFICATE إلى END CERTIFICATE. إذا كان فارغًا، فالهيئات العامة.',
  fresh: 'اتصال جديد',
  add: 'إضافة الاتصال',
  empty: {
    title: 'لا توجد قواعد بيانات بعد',
    text: 'بالاتصال يمكن إنشاء قوائم تبقى جهات اتصالها في قاعدة بياناتك. يختارها استعلام لكل حملة.',
  },
  test: 'اختبار',
  testOf: (name) => `اختبار «${name}»`,
  works: (milliseconds) => `يعمل (${milliseconds} ms).`,
}

export const remoteListWords: typeof en.remoteListWords = {
  isRemote: 'جهات الاتصال في هذه القائمة في قاعدة بيانات أخرى',
  isRemoteHint: 'يختارها استعلام لكل حملة. لا يمكن تغيير هذا لاحقًا.',
  connection: 'قاعدة البيانات',
  people:
    'جهات الاتصال في هذه القائمة في قاعدة بيانات أخرى. لا يسجل Quiver إلا من وصلته رسالة ومن ألغى الاشتراك.',
}

export const remoteQueryWords: typeof en.remoteQueryWords = {
  title: 'المستلمون',
  label: 'الاستعلام',
  hint: 'عموده email مطلوب. العمود distinct_id يميز جهات الاتصال؛ وبقية الأعمدة رموز دمج.',
  example: 'select email, first_name from customers where newsletter',
  run: 'تنفيذ الاستعلام',
  first: 'الصفوف الأولى',
  caption: 'أول صفوف الاستعلام',
  none: 'لا يعيد الاستعلام صفوفًا الآن: لن تصل الحملة إلى أحد.',
  more: 'هناك صفوف أخرى.',
  all: 'هذه كل الصفوف.',
  codes: 'رموز الدمج للرسالة:',
  empty: '–',
  column: (name) => name,
}

const rows = (value: number) =>
  plural(value, { zero: 'لا صفوف', one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًا', other: '# صف' })

export const queryRowsWords: typeof en.queryRowsWords = {
  title: 'صفوف الاستعلام',
  read: (value) => `أعاد الاستعلام: ${rows(value)}.`,
  reading: (value) => `قُرئ حتى الآن: ${rows(value)}. لا يُرسل شيء حتى تصل كلها.`,
  stopped: (value) => `قُرئ قبل الانتهاء: ${rows(value)}. لم يُرسل شيء.`,
  skipped: 'هذه الصفوف لا تصلها رسائل:',
  noneSkipped: 'لم يُستبعد أي صف.',
  reasons: {
    invalid_email: 'لا عنوان صالح',
    invalid_distinct_id: 'لا distinct_id صالح',
    too_long: 'طويل جدًا',
    duplicate: 'جهة اتصال من صف سابق',
    left: 'سبق إلغاء الاشتراك أو الشكوى أو الارتداد',
    suppressed: 'في قائمة حظر',
  },
}
