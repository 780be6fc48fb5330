import type { OutcomeReasonRecord } from '../../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'
import type * as en from '../../../words/report/why.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` في ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : ` حتى ${instant(end, zone)}`)
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'غير نشط'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `قبلها خادم البريد${on(reason, zone)}.`,
  bounced: (reason, zone) => `ارتدت${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `رفضها خادم بريد مؤقتًا${said(reason)}. تنتظر المحاولة التالية${until(reason, zone)}.`,
  uncertain: () => 'قد تكون خرجت أو لا: تعطل الاتصال أو الخادم أثناء التسليم.',
  being_sent: () => 'يجري تسليمها الآن.',
  sending_rule: ({ text }) => `استُبعدت: ${text ?? 'قاعدة إرسال'}.`,
  failed: (reason) => `تعذّرت كتابة الرسالة${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `تنتظر موعدها (مهلة أو منطقة زمنية أو ساعات قاعدة إرسال)${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null ? 'لم تُجدول الحملة بعد.' : `تبدأ الحملة في ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'لم تبلغ جهة الاتصال هذه بعد.'
      : text === 'paused'
        ? 'متوقفة مؤقتًا ولم تبلغ جهة الاتصال هذه بعد.'
        : `لم تبلغ جهة الاتصال هذه بعد؛ تنتظر: ${text}.`,
  winner_pending: (reason, zone) =>
    `ستصلها النسخة الفائزة في اختبار A/B، وتُختار${reason.until === null ? ' بعد الاختبار' : ` في ${instant(reason.until, zone)}`}.`,
  campaign_ended: ({ text }) => (text === 'failed' ? 'فشلت الحملة قبل دورها.' : 'أُلغيت الحملة قبل دورها.'),
  joined_later: (reason, zone) =>
    `انضمت إلى القائمة بعد بدء الحملة${on(reason, zone) === '' ? '' : `،${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `حالتها ${reason.at === null ? 'آنذاك' : `منذ ${instant(reason.at, zone)}`}: ${stateOf(reason.text)}.`,
  suppressed: (reason, zone) =>
    `كان عنوانها في قائمة الحظر ${reason.text ?? 'للنظام'}${reason.at === null ? '' : ` منذ ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `كانت قد أوقفت الرسائل مؤقتًا${until(reason, zone)}.`,
  not_in_segment: () => 'لم تكن في الشريحة.',
  not_in_query: () => 'لم تكن ضمن صفوف الاستعلام.',
  joined_before: (reason, zone) =>
    `انضمت إلى القائمة قبل وجود الرد التلقائي${on(reason, zone) === '' ? '' : `،${on(reason, zone)}`}.`,
  not_triggered: () => 'لم يحدث لها ما يشغّله.',
  earlier_step: (reason, zone) =>
    `تنتظر خطوة سابقة${reason.text === null ? '' : ` («${reason.text}»)`}${until(reason, zone)}.`,
  step_condition: () => 'تجاوزت هذه الخطوة: استبعدها شرط الخطوة أو قاعدة إرسال.',
  sequence_over: () => 'لم تعد في السلسلة.',
  unknown: () => 'لا شيء مما هو محفوظ يبيّن السبب.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `حالتها: ${stateOf(reason.text)}${reason.at === null ? '. لم يُسجَّل منذ متى' : ` منذ ${instant(reason.at, zone)}، أثناء إرسال الحملة`}.`,
  suppressed: (reason, zone) =>
    `عنوانها في قائمة الحظر ${reason.text ?? 'للنظام'}${reason.at === null ? '' : ` منذ ${instant(reason.at, zone)}`}. لم يُسجَّل هل كان ذلك قبل دورها.`,
  paused: (reason, zone) => `توقف الرسائل مؤقتًا${until(reason, zone)}. لم يُسجَّل هل كان ذلك قبل دورها.`,
  not_in_segment: () => 'ليست في الشريحة الآن. لم يُسجَّل هل كانت فيها آنذاك.',
  not_in_query: () => 'ليست ضمن صفوف الاستعلام.',
  not_triggered: () => 'بحسب المسجل لم يحدث لها ما يشغّله.',
  step_condition: () => 'كانت قد تجاوزت مكانها عند إضافتها.',
  sequence_over: () => 'لم تعد في السلسلة: انتهت لها بشرط، أو أخرجها أحد.',
  unknown: () =>
    'لا شيء مما هو محفوظ يبيّن السبب. ربما لم تكن في الشريحة آنذاك، أو كانت محظورة أو غير نشطة مدةً.',
}

export const { whyWords }: typeof en = {
  whyWords: {
    title: 'لماذا لم تصل إلى جهة اتصال',
    lead: 'أدخل عنوانًا لمعرفة ما حدث لهذه الحملة معه.',
    address: 'العنوان',
    ask: 'بحث',
    notOnList: (email, list) =>
      `${email} ليس الآن في القائمة «${list}». لا أثر لسبب عدم الوصول بعد حذف جهة الاتصال.`,
    person: 'فتح جهة الاتصال',
    leadAutoresponder: 'أدخل عنوانًا لمعرفة ما حدث لهذا الرد التلقائي معه.',
    autoresponders: 'الردود التلقائية',
    ownMessage: 'الرسالة الأولى',
    campaigns: 'الحملات',
    none: { title: 'لا حملات', text: 'لم تُرسل أي حملة لهذه القائمة.' },
    noAutoresponders: 'لا ردود تلقائية لهذه القائمة.',
    more: 'عرض المزيد',
    outcomes: {
      sent: 'وصلت',
      bounced: 'مرتدة',
      waiting: 'في الانتظار',
      not_sent: 'لم تصل',
    },
    sentence: (reason, zone) =>
      ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
  },
}
