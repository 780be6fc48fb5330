import { count, plural } from '../../../design/figures.ts'
import type * as en from '../../../words/report/calendar.ts'

export const { calendarWords }: typeof en = {
  calendarWords: {
    title: 'التقويم',
    lead: (zone) => `ما أُرسل وما سيُرسل، بتوقيت ${zone}.`,
    views: { month: 'الشهر', week: 'الأسبوع' },
    view: 'العرض',
    range: (from, to) => `${from} – ${to}`,
    earlier: 'السابق',
    later: 'التالي',
    today: 'اليوم',
    byAutoresponders: (value) =>
      plural(value, {
        one: 'رسالة واحدة من الردود التلقائية',
        two: 'رسالتان من الردود التلقائية',
        few: '# رسائل من الردود التلقائية',
        other: '# رسالة من الردود التلقائية',
      }),
    sentBy: (name, messages) => `${name}: ${count(messages)}`,
    none: 'لا تبدأ أي حملة في هذه الأيام.',
    move: (name) => `نقل «${name}»`,
    moveTo: 'اليوم والوقت الجديدان',
    save: 'نقل الحملة',
    over: 'انقضى هذا الوقت. اختر وقتًا آخر.',
    moved: (name, at) => `تبدأ «${name}» الآن في ${at}.`,
    onlySent:
      'تظهر رسائل الردود التلقائية في اليوم الذي أُرسلت فيه: موعد التالية يتوقف على ما يفعله المشتركون.',
    drag: 'اسحب ما هو مجدول إلى يوم آخر، أو اضغط على ساعته.',
  },
}
