import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/suppression.ts'

const entries = (value: number) =>
  plural(value, {
    zero: 'لا إدخالات',
    one: 'إدخال واحد',
    two: 'إدخالان',
    few: '# إدخالات',
    many: '# إدخالًا',
    other: '# إدخال',
  })

export const suppressionWords: typeof en.suppressionWords = {
  title: 'الحظر',
  lead: 'العناوين في هذه القوائم لا تصلها رسائل. تبيّن كل قائمة ما تسري عليه.',
  holds: 'تسري على',
  ofList: 'قائمة بريدية',
  scopes: {
    organization: 'كل الرسائل',
    mailing_list: 'قائمة بريدية واحدة',
    segment: 'الشرائح التي تذكرها',
    system: 'كل المؤسسات',
  },
  find: {
    title: 'هل العنوان محظور؟',
    email: 'البريد الإلكتروني',
    submit: 'بحث',
    none: (email) => `لا قائمة تحظر ${email}.`,
    by: (list, entry, since) => `${list}: ${entry}، منذ ${since}`,
    bySystem: 'قائمة على هذا الخادم تحظر العنوان.',
  },
  name: 'اسم القائمة',
  create: 'إنشاء القائمة',
  newTitle: 'قائمة حظر جديدة',
  empty: {
    title: 'لا توجد قوائم حظر بعد',
    text: 'تضم قائمة الحظر عناوين لا يجوز أن يصلها بريد أبدًا: شكاوى، أو منافسون، أو من طلب ذلك كتابةً.',
  },
  list: {
    search: 'بحث',
    searchHint: 'عنوان أو @نطاق أو بصمة',
    entry: 'الإدخال',
    entries: 'الإدخالات',
    kind: 'النوع',
    kinds: { a: 'العنوان', d: 'النطاق', m: 'بصمة MD5', s: 'بصمة SHA-256' },
    added: 'الإضافة',
    remove: (entry) => `إزالة ${entry}`,
    removeShort: 'إزالة',
    add: 'إضافة إدخالات',
    addHint: 'عناوين، أو نطاقات مثل @example.com، أو بصمات عناوين، واحد في كل سطر، حتى 10,000.',
    submit: (value) => (value === 0 ? 'إضافة إدخالات' : `إضافة: ${entries(value)}`),
    result: (added, known, invalid) =>
      [
        `أُضيف: ${entries(added)}`,
        ...(known > 0 ? [`في القائمة مسبقًا: ${count(known)}`] : []),
        ...(invalid > 0 ? [`ليست عنوانًا ولا نطاقًا ولا بصمة: ${count(invalid)}`] : []),
      ].join('\u200F، ') + '.',
    empty: { title: 'القائمة فارغة', text: 'أضف العناوين التي لا يجوز أن يصلها بريد.' },
    none: {
      title: 'لا إدخال يبدأ هكذا',
      text: 'ابحث ببداية عنوان، أو بـ @ ونطاق.',
    },
    zone: (zone) => `الأوقات بتوقيت ${zone}.`,
  },
}

export const seedWords: typeof en.seedWords = {
  title: 'قوائم الاختبار',
  lead: 'عناوين تخصك تصلها نسخة من كل حملة تستخدم القائمة، لترى ما يصل.',
  name: 'اسم القائمة',
  create: 'إنشاء القائمة',
  newTitle: 'قائمة اختبار جديدة',
  addresses: 'العناوين، واحد في كل سطر',
  search: 'البحث في القائمة',
  save: 'حفظ العناوين',
  saved: 'حُفظت العناوين.',
  remove: (address) => `إزالة ${address}`,
  add: 'البريد الإلكتروني',
  addSubmit: 'إضافة إلى القائمة',
  count: (value) =>
    plural(value, {
      zero: 'لا عناوين',
      one: 'عنوان واحد',
      two: 'عنوانان',
      few: '# عناوين',
      many: '# عنوانًا',
      other: '# عنوان',
    }),
  empty: {
    title: 'لا توجد قوائم اختبار بعد',
    text: 'تضم قائمة الاختبار عناوين تخصك لدى عدة مزودين. ترسل إليها الحملات نسخة.',
  },
  none: { title: 'لا توجد عناوين بعد', text: 'أضف عنوانًا يخصك.' },
}
