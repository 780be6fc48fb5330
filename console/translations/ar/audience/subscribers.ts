import type { SubscriberStatus } from '../../../../src/contract/imports/states.ts'
import type { HistoryEvent } from '../../../../src/contract/subscribers/history.ts'
import { count, instantWithoutZone } from '../../../design/figures.ts'
import { people } from './amounts.ts'
import { importName } from './import-name.ts'
import type * as en from '../../../words/audience/subscribers.ts'

export const statusWords: Record<SubscriberStatus, string> = {
  active: 'نشط',
  unsubscribed: 'أُلغي الاشتراك',
  bounced: 'مرتد',
  scomp: 'شكوى',
  deactivated: 'معطّل',
}

const messageStates: Record<string, string> = {
  accepted: '– أُرسلت',
  deferred: '– تُعاد المحاولة:',
  bounced: '– ارتدت:',
  skipped: '– لم تُرسل:',
  uncertain: '– قد تكون أُرسلت أو لا:',
}

export const peopleWords: typeof en.peopleWords = {
  title: 'جهات الاتصال',
  lead: 'كل من في قوائمك. تظهر جهة الاتصال مرتين إذا كانت في قائمتين.',
  search: 'بحث',
  searchHint: 'عنوان، أو @ ونطاق',
  list: 'القائمة',
  allLists: 'كل القوائم',
  status: 'الحالة',
  anyStatus: 'أي حالة',
  order: 'الترتيب',
  orders: { email: 'حسب العنوان', newest: 'الأحدث أولًا' },
  columns: 'الأعمدة',
  email: 'العنوان',
  joined: 'الاشتراك',
  added: 'الإضافة',
  people,
  soFar: (value) => `حتى الآن ${people(value)}، ويستمر البحث`,
  empty: {
    title: 'لا أحد بعد',
    text: 'استورد ملفًا، أو انشر نموذجًا، أو استخدم API، أو أضف جهات الاتصال واحدة واحدة في صفحة القائمة.',
    import: 'استيراد ملف',
  },
  none: (q) => ({
    title: 'لا نتائج',
    text:
      q === ''
        ? 'لا أحد بهذه الحالة هنا. اختر حالة أخرى.'
        : q.startsWith('@')
          ? 'لا نطاق يبدأ هكذا. للبحث عن عنوان احذف @.'
          : `لا عنوان يبدأ هكذا. للبحث عن نطاق اكتب @${q}.`,
  }),
  ofDomain: (q) => `البحث عن @${q} في النطاقات`,
  zone: (zone) => `الأوقات بتوقيت ${zone}`,
}

export const personWords: typeof en.personWords = {
  zone: (zone) => `الأوقات بتوقيت ${zone}.`,
  what: 'التفاصيل',
  lists: 'القوائم',
  history: 'السجل',
  status: 'الحالة',
  editWord: 'تغيير',
  edit: (name) => `تغيير «${name}»`,
  save: 'حفظ',
  undoWord: 'تراجع',
  undo: (name) => `التراجع عن تغيير «${name}»`,
  changed: (name) => `تغيّر «${name}».`,
  nothing: 'فارغ',
  yes: 'نعم',
  no: 'لا',
  required: 'هذا الحقل يحتاج إلى قيمة.',
  left: {
    unsubscribed: 'ألغت جهة الاتصال هذه الاشتراك. لا تُعد تنشيطها إلا بطلب منها.',
    bounced: 'الرسائل إلى هذا العنوان ترتد. لا تُعد تنشيطه إلا إذا علمت أنه يعمل.',
    scomp: 'أبلغت جهة الاتصال هذه عن رسالة كبريد مزعج. لا تُعد تنشيطها إلا بطلب منها.',
    deactivated: 'جهة الاتصال هذه معطّلة ولا تصلها رسائل.',
    active: '',
  },
  activate: 'إعادة التنشيط',
  deactivate: 'إلغاء الاشتراك',
  deactivated: 'أُلغي اشتراك جهة الاتصال هذه.',
  parts: { all: 'الكل', messages: 'الرسائل', changes: 'التغييرات', imports: 'عمليات الاستيراد' },
  older: 'الأقدم',
  noHistory: {
    title: 'لا شيء هنا',
    text: 'تظهر الرسائل والفتح والنقرات والتغييرات فور حدوثها. تُحفظ عمليات الاستيراد سبعة أيام.',
  },
  data: {
    title: 'كل بيانات جهة الاتصال هذه',
    text: 'ملف واحد بكل ما هو محفوظ عن العنوان في القوائم التي تراها: الحقول والحالة والموافقات والرسائل ومرات الفتح والنقرات وعمليات الاستيراد وغيرها. يُسجَّل التنزيل في سجل التدقيق.',
    page: 'صفحة للقراءة والطباعة',
    json: 'JSON للبرامج',
  },
  erase: {
    title: 'محو جهة الاتصال هذه',
    text: 'يزيل العنوان وكل ما سُجل عنه من كل القوائم وسجلات الاستيراد والمعاينات وقوائم الاختبار. تبقى أرقام الحملات. تحتفظ به قوائم الحظر كبصمة كي لا تصله رسالة أبدًا. لا يمكن التراجع عن هذا الإجراء.',
    type: 'اكتب العنوان لمحوه',
    submit: (email) => `محو ${email}`,
    despite: 'المحو مع أن عمليات استيراد غير مكتملة قد تعيد العنوان',
    done: (email) => `تم محو ${email}.`,
    several: {
      open: 'محو عدة عناوين',
      addresses: 'العناوين',
      hint: 'عنوان في كل سطر، 1,000 كحد أقصى.',
      wrong: (lines) =>
        `${lines.slice(0, 3).join('\u200F، ')}${lines.length > 3 ? ` و${count(lines.length - 3)} أخرى` : ''}: عناوين غير صالحة.`,
      tooMany: 'هذه أكثر من 1,000: امحُ الباقي بعد ذلك.',
      type: (number) => `اكتب ${number} لمحوها`,
      text: 'تُمحى كلها معًا، أو لا يُمحى شيء عند أي خطأ.',
      despite: 'المحو مع أن عمليات استيراد غير مكتملة قد تعيد عناوين',
      submit: (number) => (number === 1 ? 'محو عنوان واحد' : `محو العناوين: ${count(number)}`),
    },
  },
}

/** One line of a person's history. */
export function sentenceOf(event: HistoryEvent, zone: string): string {
  const message = event.campaign?.name ?? event.autoresponder?.name ?? ''
  const times = event.times !== null && event.times > 1 ? `، ${count(event.times)} مرة حتى الآن` : ''
  switch (event.kind) {
    case 'joined':
      return event.ip === null ? 'اشتراك' : `اشتراك من ${event.ip}`
    case 'signed_up':
      return signUpOf(event, zone)
    case 'confirmed':
      return 'تأكيد الاشتراك'
    case 'left':
      return `${event.state === 'unsubscribed' ? 'إلغاء الاشتراك' : statusOf(event.state)}${event.ip === null ? '' : ` من ${event.ip}`}`
    case 'status_changed':
      return `الحالة: ${changesOf(event)}${message === '' ? '' : `، برابط «${message}»`}`
    case 'paused':
      return `بدء استراحة${event.until === null ? '' : ` حتى ${event.until.slice(0, 10)}`}`
    case 'resumed':
      return 'انتهاء الاستراحة'
    case 'details_changed':
      return `تغيير البيانات${message === '' ? '' : `، برابط «${message}»`}`
    case 'address_changed':
      return 'تغيير العنوان، بتأكيد من العنوانين'
    case 'imported':
      return `${importName(event.import?.name ?? '')}: ${event.state === 'added' ? 'إضافة إلى القائمة' : changesOf(event) || 'دون تغيير'}`
    case 'sent':
    case 'refused':
      return [message, messageStates[event.state ?? ''] ?? event.state, event.reason]
        .filter(Boolean)
        .join(' ')
    case 'returned':
      return [message, '– ارتدت لاحقًا:', event.reason].filter(Boolean).join(' ')
    case 'opened':
      return `فتح «${message}»${times}`
    case 'clicked':
      return `نقر في «${message}»${times}: ${event.urls.join('\u200F، ')}`
  }
}

/** With the proof: what they agreed to, and when they confirmed it. */
function signUpOf({ web_form: form, ip, consent }: HistoryEvent, zone: string): string {
  const agreed =
    consent === null || consent.text === ''
      ? ''
      : `، مع الموافقة (النسخة ${consent.version}): «${consent.text}»`
  const confirmed =
    consent === null || consent.confirmed_at === null
      ? ''
      : `؛ التأكيد ${instantWithoutZone(consent.confirmed_at, zone)} من ${consent.confirmed_ip ?? ''}`
  return `اشتراك بالنموذج «${form?.name ?? ''}»${ip === null ? '' : ` من ${ip}`}${agreed}${confirmed}`
}

function changesOf({ changes }: HistoryEvent): string {
  return changes
    .map(({ name, from, to }) =>
      name === 'status' ? `${statusOf(from)} ← ${statusOf(to)}` : `${name} ${shown(from)} ← ${shown(to)}`,
    )
    .join('\u200F، ')
}

function statusOf(status: unknown): string {
  return statusWords[status as SubscriberStatus] ?? shown(status)
}

/** A value of a field, in words. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return personWords.nothing
  if (typeof value === 'boolean') return value ? personWords.yes : personWords.no
  if (Array.isArray(value)) return value.join('\u200F، ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number}`
}

export type BulkKind = 'leave' | 'deactivate' | 'activate' | 'field' | 'copy' | 'delete'

export const bulkWords: typeof en.bulkWords = {
  chooseAll: 'تحديد كل النتائج',
  choose: (email) => `تحديد ${email}`,
  column: 'التحديد',
  chosen: (value) => `المحدد: ${people(value)}`,
  chosenAll: 'كل النتائج محددة',
  none: 'إلغاء التحديد',
  actions: {
    leave: 'إلغاء الاشتراك',
    deactivate: 'تعطيل',
    activate: 'تنشيط',
    field: 'تعيين حقل',
    copy: 'نسخ إلى قائمة',
    delete: 'حذف',
  },
  export: {
    action: 'تصدير…',
    explain: (who) => `${who}. يحوي الملف كل حقولها، ويمكن للاستيراد قراءته. تجده ضمن «عمليات التصدير».`,
    submit: (who) => `تصدير: ${who}`,
  },
  counting: 'جارٍ العدّ…',
  uncounted: 'عدد أكبر مما يمكن عدّه في 5 ثوانٍ.',
  explain: {
    leave: (who) => `${who}. يُلغى اشتراك النشطة والمعطّلة. تبقى المرتدة والمشتكية كما هي.`,
    deactivate: (who) => `${who}. لا تصل النشطة رسائل حتى يعيد أحد تنشيطها.`,
    activate: (who) => `${who}. تصبح المرتدة والمعطّلة نشطة، حتى حد جهات الاتصال.`,
    field: (who) => `${who}. تأخذ كل منها هذه القيمة بدل قيمتها.`,
    copy: (who) => `${who}. تُضاف النشطة إلى القائمة الأخرى. ما كان فيها يبقى كما هو.`,
    delete: (who) => `${who}. تُزال من هذه القائمة مع الرسائل التي تنتظرها. لا يمكن التراجع عن هذا الإجراء.`,
  },
  field: 'حقل',
  toList: 'القائمة',
  despite: 'أيضًا من ألغى الاشتراك أو اشتكى: لدي موافقتهم المجددة',
  greet: 'بدء الردود التلقائية لتلك القائمة لهم',
  submit: {
    leave: (who) => `إلغاء اشتراك: ${who}`,
    deactivate: (who) => `تعطيل: ${who}`,
    activate: (who) => `تنشيط: ${who}`,
    field: (who) => `تعيين الحقل: ${who}`,
    copy: (who) => `نسخ: ${who}`,
    delete: (who) => `حذف: ${who}`,
  },
  people,
  them: 'جهات الاتصال هذه',
  back: 'رجوع',
  progress: 'التغييرات الجماعية',
  cancel: 'إلغاء الباقي',
  sentence: ({ state, stats, error_message: error }) => {
    const done = `فُحص ${count(stats.people_done)}${stats.people_total === null ? '' : ` من ${count(stats.people_total)}`}`
    const failed = stats.people_failed === 0 ? '' : `، وتعذّر تغيير: ${people(stats.people_failed)}`
    if (state === 'scheduled') return 'يبدأ بعد لحظات'
    if (state === 'running') return `${done}، تغيّر ${count(stats.people_changed)}`
    if (state === 'failed') return error ?? ''
    return `${state === 'cancelled' ? 'أُلغي. ' : ''}تغيّرت: ${people(stats.people_changed)}${failed}.`
  },
  what: ({ action, status, custom_field: field, to_mailing_list: to }) => {
    if (action === 'delete') return 'حذف'
    if (action === 'copy') return to === null ? 'نسخ إلى قائمة أخرى' : `نسخ إلى «${to.name}»`
    if (action === 'set_field') return `تعيين «${field?.name ?? ''}»`
    return status === 'active' ? 'تنشيط' : status === 'deactivated' ? 'تعطيل' : 'إلغاء الاشتراك'
  },
}
