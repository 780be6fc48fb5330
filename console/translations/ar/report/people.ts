import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'أُرسلت',
  accepted: 'مسلّمة',
  waiting: 'منتظرة أو غير مؤكدة',
  skipped: 'مستبعدة',
  not_opened: 'دون فتح',
  opened: 'فُتحت',
  clicked: 'نُقرت',
  bounced: 'مرتدة',
  complained: 'الشكاوى',
  unsubscribed: 'إلغاء الاشتراك',
  opened_by_machine: 'فتحها برنامج',
  clicked_by_machine: 'نقرها برنامج',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'الإرسال',
  accepted: 'الإرسال',
  waiting: 'آخر محاولة',
  skipped: 'القرار',
  not_opened: 'الإرسال',
  opened: 'أول فتح',
  clicked: 'أول نقرة',
  bounced: 'الارتداد',
  complained: 'الشكوى',
  unsubscribed: 'إلغاء الاشتراك',
  opened_by_machine: 'الفتح',
  clicked_by_machine: 'النقر',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' لا يمكن مراسلة إلا النشطين في القائمة.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}: ${name}`,
    who: 'جهات الاتصال',
    version: 'النسخة',
    everyVersion: 'كل النسخ',
    versionName: (name, place) => (name === '' ? `النسخة ${place + 1}` : name),
    link: 'رابط',
    everyLink: 'أي رابط',
    severity: 'نوع الارتداد',
    everySeverity: 'كل الارتدادات',
    severities: {
      hard: 'دائم: العنوان لا يعمل',
      soft: 'مؤقت: صندوق البريد لا يعمل حاليًا',
      other: 'آخر: لا علاقة له بالعنوان',
    },
    severityWords: { hard: 'دائم', soft: 'مؤقت', other: 'آخر' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'تُعدّ عناوين قوائم الاختبار في التقرير، لكنها لا تظهر هنا.',
    caption: 'جهات الاتصال',
    person: 'جهة الاتصال',
    deleted: 'حُذفت لاحقًا',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'غير مسجل',
    times: 'المرات',
    status: 'الآن',
    reason: 'السبب',
    more: 'عرض المزيد',
    empty: { title: 'لا أحد', text: 'لا أحد حتى الآن.' },
    write: {
      action: 'مراسلتهم',
      name: (kind, name, at) => `${kinds[kind]}: ${name} (${at})`,
    },
    export: {
      action: 'تصدير',
      explain: 'تُكتب كل جهات الاتصال هذه في ملف، بكل عمود يمكن للاستيراد قراءته.',
      submit: 'تصديرها',
    },
    open: (word, value) => `${word}: عرض جهات الاتصال، ${count(value)}`,
  },
}
