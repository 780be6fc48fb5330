import type { StepRecord } from '../../../src/contract/autoresponders/sequence-steps.ts'
import { count, plural } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/sequences.ts'

type Forms = { one: string; two: string; few: string; many: string; other: string }

const units: Record<string, Forms> = {
  minutes: { one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' },
  hours: { one: 'ساعة واحدة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' },
  days: { one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' },
  weeks: { one: 'أسبوع واحد', two: 'أسبوعين', few: '# أسابيع', many: '# أسبوعًا', other: '# أسبوع' },
}

const weekdays = ['الإثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد']

type Wait = Pick<StepRecord, 'wait_amount' | 'wait_unit' | 'wait_time' | 'wait_weekdays'>

/** 2 days later, then the next 09:00 on Mon, Tue or Fri */
function waitOf({
  wait_amount: amount,
  wait_unit: unit,
  wait_time: time,
  wait_weekdays: days,
}: Wait): string {
  const length = amount === 0 ? '' : `بعد ${plural(amount, units[unit] ?? { other: `# ${unit}` })}`
  const names = days.map((day) => weekdays[day - 1] ?? '')
  const on = names.length < 2 ? names.join('') : `${names.slice(0, -1).join('\u200F، ')} أو ${names.at(-1)}`
  const next =
    time === null ? (on === '' ? '' : `في أقرب يوم: ${on}`) : `في أقرب ${time}${on === '' ? '' : ` (${on})`}`
  if (length === '' && next === '') return 'فورًا'
  if (length === '') return next.charAt(0).toUpperCase() + next.slice(1)
  return next === '' ? length : `${length}، ثم ${next}`
}

const previous = {
  any: '',
  opened: 'فُتحت الرسالة السابقة',
  not_opened: 'لم تُفتح الرسالة السابقة',
  clicked: 'نُقر رابط في الرسالة السابقة',
  not_clicked: 'لم يُنقر رابط في الرسالة السابقة',
}

/** `Active people who joined in the last 45 days.`: they joined in the last 45 days. */
function heldBy(sentence: string): string {
  const [, phrase] = /^(?:Active people|People) who (.*)\.$/.exec(sentence) ?? []
  if (phrase !== undefined) return `تحقق الشرط: «${phrase}»`
  return sentence === '' ? '' : `تحقق الشرط: «${sentence.replace(/\.$/, '')}»`
}

/** Only if they opened the previous message, and they are in Customers. Otherwise the sequence ends. */
function conditionOf(step: StepRecord): string {
  const { segmentation_criteria_name: name, segmentation_criteria_description: clauses } = step
  const segment = name === null ? heldBy(clauses ?? '') : `كانت جهة الاتصال في «${name}»`
  const parts = [previous[step.previous], segment].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `فقط إذا ${parts.join('، وإذا ')}. ${otherwise[step.otherwise]}.`
}

const otherwise = { end: 'وإلا تنتهي السلسلة', skip: 'وإلا تُتخطى هذه الخطوة' }

export const { sequenceWords }: typeof en = {
  sequenceWords: {
    title: 'السلسلة',
    steps: 'الخطوات',
    none: 'لا يلي الرسالة شيء. أضف خطوات لتصبح سلسلة، مثل دورة أو تذكير.',
    first: 'الرسالة الأولى',
    blank: 'لا موضوع لها بعد.',
    waitOf,
    conditionOf,
    figures: ({ sent, opened, clicked }) =>
      `أُرسلت ${count(sent)}، فُتحت ${count(opened)}، نُقرت ${count(clicked)}`,
    waiting: (value, isExact) => `في الانتظار: ${people(value, isExact)}`,
    nobodyWaits: 'لا أحد ينتظر',
    ended: (value) => `انتهت السلسلة هنا: ${people(value)}`,
    skipped: (value) => `تخطتها: ${people(value)}`,
    stuck: (reason) => `رسائلها تنتظر: ${reason}.`,
    removed: (name) => `${name} (أُزيلت): من ينتظر هنا يتابع في الوقت الذي كانت ستحين فيه.`,
    paused: 'أثناء الإيقاف المؤقت يحتفظ الجميع بمكانهم ووقتهم.',
    edit: (name) => `تحرير الرسالة: ${name}`,
    editWord: 'تحرير الرسالة',
    change: 'الانتظار والشرط',
    changeOf: (name) => `الانتظار والشرط: ${name}`,
    up: (name) => `نقل «${name}» إلى أعلى`,
    down: (name) => `نقل «${name}» إلى أسفل`,
    remove: (name) => `إزالة «${name}»`,
    removeText: (value, isExact) =>
      value === 0 && isExact
        ? 'لا أحد ينتظرها. يبقى ما أُرسل في التقارير.'
        : `تنتظرها: ${people(value, isExact)}، وتتابع دون رسالتها في الوقت الذي كانت ستحين فيه. يبقى ما أُرسل في التقارير.`,
    removeDo: 'إزالة الخطوة',
    add: 'إضافة خطوة',
    fresh: {
      title: 'خطوة جديدة',
      lead: 'تُضاف عند حفظ الرسالة. تصل إلى من لم يبلغ مكانها بعد.',
      save: 'إضافة الخطوة',
    },
    message: (name) => `رسالة «${name}»`,
    fields: {
      name: 'اسم الخطوة',
      amount: 'الانتظار بعد الرسالة السابقة',
      unit: 'الوحدة',
      units: { minutes: 'دقائق', hours: 'ساعات', days: 'أيام', weeks: 'أسابيع' },
      time: 'ثم الانتظار حتى هذا الوقت من اليوم',
      timeHint: (zone) => `فارغ: في أي وقت. بتوقيت ${zone}.`,
      weekdays: 'في هذه الأيام فقط',
      weekdaysHint: 'لم يُختر شيء: أي يوم.',
      weekdayNames: weekdays,
      previous: 'فقط من',
      previousKinds: {
        any: 'فعل أي شيء أو لا شيء',
        opened: 'فتح الرسالة السابقة',
        not_opened: 'لم يفتح الرسالة السابقة',
        clicked: 'نقر رابطًا في الرسالة السابقة',
        not_clicked: 'لم ينقر رابطًا في الرسالة السابقة',
      },
      segment: 'جهات الاتصال في هذه الشريحة فقط',
      anybody: 'بلا شريحة',
      ownClauses: 'شروط هذه الخطوة وحدها',
      loading: 'جارٍ التحميل…',
      otherwise: 'للباقين',
      otherwiseKinds: { end: 'تنتهي السلسلة', skip: 'تُتخطى الخطوة' },
      save: 'حفظ الخطوة',
      keeps: 'من ينتظر بالفعل يحتفظ بوقته.',
    },
    places: {
      title: (name) => `جهات الاتصال في «${name}»`,
      lead: 'جهات الاتصال بين رسالتين، وما يأتي بعد ذلك.',
      caption: 'جهات الاتصال في السلسلة',
      step: 'بانتظار',
      everyStep: 'كل الخطوات',
      person: 'جهة الاتصال',
      due: 'الموعد',
      entered: 'منذ',
      takeOut: (email) => `إخراج ${email}`,
      takeOutWord: 'إخراج',
      takeOutText: 'لا تصلها رسائل أخرى من هذه السلسلة ما لم تُشغَّل لها من جديد.',
      takeOutDo: 'إخراج جهة الاتصال',
      empty: {
        title: 'لا أحد ينتظر',
        text: 'تظهر جهات الاتصال هنا من أول رسالة إلى آخر رسالة.',
      },
      removedStep: (name) => `${name} (أُزيلت)`,
      zone: (zone) => `الأوقات بتوقيت ${zone}.`,
    },
    ofPerson: {
      title: 'السلاسل',
      none: 'ليست في أي سلسلة الآن.',
      next: (step, time) => `${step}, ${time}`,
      paused: 'متوقفة مؤقتًا',
    },
  },
}
