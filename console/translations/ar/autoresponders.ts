import { plural } from '../../design/figures.ts'
import type * as en from '../../words/autoresponders.ts'

type Forms = { one: string; two: string; few: string; many: string; other: string }

const units: Record<string, Forms> = {
  minutes: { one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' },
  hours: { one: 'ساعة واحدة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' },
  days: { one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' },
  weeks: { one: 'أسبوع واحد', two: 'أسبوعين', few: '# أسابيع', many: '# أسبوعًا', other: '# أسبوع' },
  months: { one: 'شهر واحد', two: 'شهرين', few: '# أشهر', many: '# شهرًا', other: '# شهر' },
}

type Delay = { delay: string; delay_amount: number; delay_unit: string | null; delay_time: number }

/** 3 days later at 09:00 */
function delayOf({ delay, delay_amount: amount, delay_unit: unit, delay_time: hour }: Delay): string {
  if (delay === 'immediately' || unit === null) return 'فورًا'
  const length = `بعد ${plural(amount, units[unit] ?? { other: `# ${unit}` })}`
  const isOfDays = unit === 'days' || unit === 'weeks' || unit === 'months'
  return isOfDays ? `${length} في ${String(hour).padStart(2, '0')}:00` : length
}

export const { autoresponderWords }: typeof en = {
  autoresponderWords: {
    title: 'الردود التلقائية',
    lead: 'رسائل تُرسل إلى جهة اتصال واحدة عندما يحدث شيء.',
    list: 'القائمة',
    name: 'رد تلقائي',
    trigger: 'متى',
    triggerTitle: 'الحدث المحفّز',
    delay: 'الإرسال',
    state: 'الحالة',
    running: 'يعمل',
    paused: 'متوقف مؤقتًا',
    delayOf,
    triggers: {
      subscription: 'انضمام إلى القائمة',
      api: 'بطلب من برنامج فقط',
      campaign_open: 'فتح حملة',
      campaign_click: 'نقر رابط في حملة',
      autoresponder_open: 'فتح رد تلقائي آخر',
      autoresponder_nonopen: 'عدم فتح رد تلقائي آخر',
      autoresponder_click: 'نقر رابط في رد تلقائي آخر',
      autoresponder_nonclick: 'عدم نقر أي رابط في رد تلقائي آخر',
      autoresponder_send: 'إرسال رد تلقائي آخر',
    },
    triggerNow: {
      title: 'إرساله إلى جهة اتصال واحدة',
      ofPerson: 'تشغيل رد تلقائي',
      hint: 'الطلب نفسه الذي ترسله البرامج. تسري المهلة وقاعدة الرد التلقائي.',
      email: 'البريد الإلكتروني',
      create_missing_subscriber: 'إضافة جهة الاتصال إذا لم يكن العنوان في القائمة',
      reactivate_subscriber: 'إعادة تنشيط جهة الاتصال إذا لم تكن نشطة',
      paused: 'الرد التلقائي متوقف مؤقتًا: تنتظر الرسالة حتى استئنافه.',
      pausedName: (name) => `${name} (متوقف مؤقتًا)`,
      submit: 'تشغيل',
      done: (email) => `تم التشغيل لـ ${email}.`,
      doneOf: (name) => `تم تشغيل «${name}».`,
    },
    empty: {
      title: 'لا ردود تلقائية لهذه القائمة',
      text: 'أشهرها الترحيب بمن ينضم.',
    },
    noLists: { title: 'لا توجد قوائم بعد', text: 'يتبع الرد التلقائي قائمة. أنشئ قائمة أولًا.' },
    figures: 'الأرقام منذ البداية',
    sent: 'أُرسلت',
    opened: 'فُتحت',
    clicked: 'نُقرت',
    bounced: 'مرتدة',
    left: 'إلغاء الاشتراك',
    ofTaken: 'من المسلّمة',
    ofSent: 'من المرسلة',
    pause: 'إيقاف مؤقت',
    resume: 'استئناف',
    check: 'قبل التشغيل',
    stopped: 'لا يمكن تشغيله حتى يُصحَّح هذا.',
    settings: 'المهلة',
    delayKinds: { immediately: 'فورًا', with_delay: 'لاحقًا' },
    amount: 'المدة بعد الحدث',
    unit: 'الوحدة',
    units: { minutes: 'دقائق', hours: 'ساعات', days: 'أيام', weeks: 'أسابيع', months: 'أشهر' },
    hour: 'ساعة اليوم',
    save: 'حفظ المهلة',
    onImport: 'أيضًا لجهات الاتصال المستوردة',
    onApi: 'أيضًا لجهات الاتصال التي يضيفها برنامج أو نموذج',
    campaign: 'حملة',
    other: 'الرد التلقائي السابق',
    anyUrl: 'أي رابط يُحتسب',
    urls: 'الروابط التي تُحتسب',
    urlsHint: 'العنوان كما هو في الرسالة. اضغط Enter بعد كل عنوان.',
    saveTrigger: 'حفظ وقت الإرسال',
    message: {
      title: (name) => `رسالة «${name}»`,
      lead: 'تسري التغييرات على كل رسالة لم تُرسل بعد.',
      save: 'حفظ الرسالة',
      saved: 'محفوظة',
      unsaved: 'لم يُحفظ بعد',
      conflict: 'حفظ شخص آخر هذه الرسالة في الأثناء.',
      conflictText: 'ما كُتب لا يزال هنا. أعد الحفظ للكتابة فوق النسخة الأخرى، أو أعد فتح الصفحة لرؤيتها.',
      overwrite: 'الكتابة فوق النسخة الأخرى',
    },
    sending: {
      title: 'الاسم وجهات الاتصال والمُرسِل',
      name: 'الاسم',
      segment: 'جهات الاتصال في هذه الشريحة فقط',
      everyone: 'كل جهات الاتصال النشطة',
      ofList: 'من مُرسِل القائمة',
      fromName: 'اسم المُرسِل',
      fromEmail: 'عنوان المُرسِل',
      replyTo: 'عنوان الرد',
      trackOpens: 'تتبع الفتح',
      trackLinks: 'تتبع النقرات',
      save: 'حفظ الإعدادات',
    },
    fresh: {
      title: 'رد تلقائي جديد',
      lead: 'متوقف مؤقتًا حتى استئنافه.',
      nameHint: 'لا يراه إلا زملاؤك.',
      create: 'إنشاء وكتابة الرسالة',
    },
    delete: 'حذف…',
    deleteTitle: (name) => `حذف «${name}»`,
    deleteText:
      'لا تُرسل الرسائل المنتظرة. يبقى ما أُرسل في التقارير. لا يمكن التراجع عن هذا الإجراء؛ وللاحتفاظ به يُوقَف مؤقتًا بدل حذفه.',
    deleteDo: 'حذف الرد التلقائي',
  },
}
