import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) =>
  plural(value, { zero: 'لا صفوف', one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًا', other: '# صف' })

export const failedWords: typeof en.failedWords = {
  title: 'صفوف فاشلة',
  lead: 'ما الخطأ فيها وما يمكن فعله: لكل الصفوف ذات المشكلة نفسها، أو خلية خلية.',
  summary: (value) => `الفاشلة: ${rows(value)}`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0 ? `${problem}.` : `${problem}، لكنه مثلًا «${examples.join('»، «')}».`,
  notExact: (value) =>
    `العدّ في أول الصفوف الفاشلة (${rows(value)}). تصحيح كل الصفوف ذات المشكلة يشمل البقية أيضًا.`,
  only: 'عرض هذه الصفوف فقط',
  all: 'عرض كل الصفوف',
  leaveOut: 'استبعادها كلها',
  takeBack: 'إعادتها',
  importWithout: (title) => `استيرادها دون «${title}»`,
  importWithoutAll: (value) =>
    value === 1 ? 'استيراد صف واحد دون خلاياه الخاطئة' : `استيراد دون الخلايا الخاطئة: ${rows(value)}`,
  withoutHint: 'تُستورد خلاياها الأخرى. جهات الاتصال الموجودة في القائمة تحتفظ بما لديها مكان الخلية الخاطئة.',
  replaceIn: (title) => `استبدال في «${title}»`,
  replaceFrom: (title) => `في «${title}»، استبدال`,
  replaceTo: 'بـ',
  replace: (value) => (value === 1 ? 'استبدال في الصف أدناه' : `استبدال في الصفوف أدناه: ${rows(value)}`),
  replaced: (value) =>
    value === 0
      ? 'لا توجد خلية في الصفوف أدناه بهذه القيمة تمامًا.'
      : `الخلايا المستبدلة: ${count(value)}. لم يُستورد شيء بعد.`,
  error: 'الخطأ',
  errorOf: (row, error) => (row === null ? error : `الصف ${count(row)}: ${error}`),
  cell: (column, row) => `${column}، الصف ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (دون استيراد)`
  },
  reset: 'التراجع عن تغييري',
  submit: (value) => {
    if (value === 0) return 'استيراد ما صُحّح'
    return value === 1 ? 'استيراد هذا الصف مجددًا' : `استيراد مجددًا: ${rows(value)}`
  },
  onlyChanged: 'لا تُستورد إلا الصفوف التي غيّرتها: ستفشل البقية من جديد.',
  loaded: (value, all) =>
    value >= all ? rows(value) : `المعروض ${count(value)} من ${count(all)}. يظهر المزيد عند التمرير.`,
  corrected: (file) => `${file}، مصحح`,
  anew: 'اختيار الأعمدة والقواعد من جديد',
  none: { title: 'لم يفشل أي صف', text: 'أمكنت قراءة كل صفوف الملف.' },
  table: 'خلايا الصفوف الفاشلة',
}

export const badValueWords: typeof en.badValueWords = {
  title: 'خلايا غير مناسبة',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `، مثل «${examples.join('»، «')}»`
    return `قيم غير مناسبة في «${name}»: ${rows(value)}${such}.`
  },
  wouldFail: (value) => `صفوف ستفشل بسبب هذه الخلايا وحدها: ${rows(value)}. ماذا يحدث لجهات الاتصال هذه؟`,
  leaveEmpty: (value) =>
    value === 1 ? 'ترك الخلية فارغة واستيراد جهة الاتصال' : `ترك الخلايا فارغة واستيراد: ${people(value)}`,
  orFail: 'أو عدم استيرادها: المتابعة أدناه.',
  mostFail: {
    title: (failed, all) => `فشل ${count(failed)} من ${count(all)}`,
    text: 'هذا معظم الملف. راجع الخطأ قبل استيراد الباقي.',
  },
  failed: (value) => `الفاشلة بسبب هذه الخلايا وحدها: ${rows(value)}.`,
  emptied: (value) => `دون هذه الخلايا: ${rows(value)}. تُستورد جهات الاتصال مع ذلك.`,
  download: 'تنزيل هذه الصفوف',
}
