import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/audience/sending-rules.ts'

const dayNames = ['الإثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد']

type Limit = { messages_max: number | null; messages_days: number | null }
type Hours = {
  send_from: string | null
  send_until: string | null
  send_days: readonly number[]
  time_zone_field: string | null
}

function limitOf({ messages_max: max, messages_days: days }: Limit): string {
  if (max === null || days === null) return ''
  const messages = plural(max, {
    zero: 'لا رسائل',
    one: 'رسالة واحدة',
    two: 'رسالتان',
    few: '# رسائل',
    other: '# رسالة',
  })
  return `تستبعد من بلغت رسائل الحملات إليه (${messages}) خلال ${plural(days, { one: 'آخر يوم', two: 'آخر يومين', few: 'آخر # أيام', many: 'آخر # يومًا', other: 'آخر # يوم' })}.`
}

/** Mon–Fri, or Mon, Wed. */
function daysOf(days: readonly number[]): string {
  const names = days.map((day) => dayNames[day - 1] ?? '')
  const isRow = days.length > 2 && days.every((day, place) => day === (days[0] ?? 0) + place)
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join('\u200F، ')
}

function hoursOf({
  send_from: from,
  send_until: until,
  send_days: days,
  time_zone_field: field,
}: Hours): string {
  const on = days.length === 7 ? '' : `، ${daysOf(days)}`
  const at =
    from === null || until === null ? '' : ` من ${from} إلى ${until}${until < from ? ' في اليوم التالي' : ''}`
  if (on + at === '') return ''
  const clocks = field === null ? 'بتوقيت المؤسسة' : `بتوقيت الحقل «${field}»`
  return `ترسل فقط${at}${on}، ${clocks}؛ وحتى ذلك الحين تنتظر جهات الاتصال.`
}

/** @param people `Active people who …`, as the sentence of a segment begins. */
function conditionOf(people: string, skipWhen: 'matching' | 'not_matching'): string {
  const them = people.replace(/^(Active people|People)/, (word) => word.toLowerCase())
  return skipWhen === 'matching' ? `تستبعد: ${them}` : `تستبعد الجميع ما عدا: ${them}`
}

const hasCondition = 'تستبعد جهات اتصال بشرط.'

/** One sentence for each part, without the clauses. */
function doesOf(rule: Limit & Hours & { clauses: unknown }): string[] {
  const condition = rule.clauses === null ? '' : hasCondition
  return [condition, limitOf(rule), hoursOf(rule)].filter((part) => part !== '')
}

export const { sendingRuleWords }: typeof en = {
  sendingRuleWords: {
    title: 'قواعد الإرسال',
    lead: 'تقرر قاعدة الإرسال لكل جهة اتصال، حين يحين موعد رسالتها، هل تُستبعد أم تنتظر. تحدد الحملات والردود التلقائية القاعدة التي تتبعها.',
    create: 'قاعدة جديدة',
    fresh: 'قاعدة إرسال جديدة',
    empty: {
      title: 'لا توجد قواعد إرسال بعد',
      text: 'يمكن للقاعدة أن تستبعد جهات اتصال بشرط، وأن تحد عدد الرسائل إليها في أيام معينة، وأن تحجز الرسائل حتى الساعات المناسبة بتوقيتها.',
    },
    name: 'الاسم',
    nameHint: 'لا يراه إلا زملاؤك.',
    list: 'لحملات وردود القائمة',
    listHint: 'الشرط المتعلق بحقول قائمة أو حملاتها أو شرائحها يحتاج إلى تلك القائمة.',
    allLists: 'كل القوائم',
    does: 'ما تفعله',
    condition: {
      title: 'من يُستبعد',
      text: 'يُفحص الشرط لكل جهة اتصال حين يحين موعد الرسالة.',
      none: 'بلا شرط: لا يُستبعد أحد به.',
      which: 'استبعاد',
      matching: 'من يتحقق لهم الشرط',
      not_matching: 'الباقين',
      incomplete: 'أكمل كل شرط.',
    },
    limit: {
      title: 'عدد الرسائل لكل جهة اتصال',
      text: 'تُعدّ رسائل كل حملات المؤسسة إلى العنوان، في أي قائمة. لا تُعدّ رسائل الردود التلقائية.',
      max: 'الرسائل، بحد أقصى',
      days: 'خلال عدد أيام',
      none: 'فارغ: بلا حد.',
    },
    hours: {
      title: 'وقت خروج الرسائل',
      text: 'خارج هذه الساعات تنتظر جهات الاتصال؛ ويتابع الباقون.',
      from: 'من',
      until: 'إلى',
      hint: 'فارغ: اليوم كله.',
      days: 'في هذه الأيام',
      dayNames,
      field: 'حقل المنطقة الزمنية لكل جهة اتصال',
      fieldHint: 'اسمه، في كل قائمة تحويه. من لا تُعرف منطقته يتبع منطقة المؤسسة.',
    },
    summary: 'بالكلمات',
    nothing: 'لا تفعل القاعدة شيئًا بعد: أضف شرطًا أو حدًا أو ساعات.',
    limitOf,
    doesOf,
    hoursOf,
    conditionOf,
    save: 'حفظ القاعدة',
    saved: 'تم الحفظ. تسري على كل من لم تخرج رسالته بعد.',
    uses: {
      title: 'مستخدم في',
      none: 'لا شيء يستخدم هذه القاعدة.',
    },
    remove: {
      title: 'حذف',
      text: 'يمكن حذف القاعدة ما دام لا شيء يستخدمها.',
      inUse: 'لا يمكن حذفها ما دام ما سبق يستخدمها: اختر قاعدة أخرى هناك أولًا.',
    },
    choice: {
      label: 'القاعدة',
      none: 'بلا قاعدة',
      hint: 'تقرر لكل جهة اتصال حين يحين موعد الرسالة: من يُستبعد ومن ينتظر ساعات أنسب.',
      sequenceHint: 'تُراجَع قبل كل رسالة من السلسلة.',
      show: 'عرض القاعدة',
      notRemote: 'ليست للقوائم البعيدة: تحتاج هذه القواعد إلى حقول أو شرائح',
    },
  },
}
