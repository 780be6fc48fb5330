import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'العنوان غير مقبول',
  '5.1.1': 'العنوان غير موجود',
  '5.1.2': 'نطاق العنوان غير موجود',
  '5.1.3': 'العنوان غير صالح',
  '5.1.6': 'انتقل المستلم إلى عنوان آخر',
  '5.1.10': 'النطاق لا يقبل البريد',
  '5.2.1': 'صندوق البريد مغلق',
  '5.2.2': 'صندوق البريد ممتلئ',
  '5.2.3': 'الرسالة أكبر من سعة صندوق البريد',
  '4.2.2': 'صندوق البريد ممتلئ حاليًا',
  '5.3.4': 'الرسالة أكبر مما يقبله الخادم',
  '5.4.1': 'لا خادم يقبل بريد النطاق',
  '5.4.4': 'يتعذر الوصول إلى النطاق',
  '5.5.0': 'رفضها الخادم دون سبب واضح',
  '5.7.0': 'رفضها الخادم بموجب سياسته',
  '5.7.1': 'رفضها الخادم بموجب سياسته، غالبًا للاشتباه في بريد مزعج',
  '5.7.26': 'لم تُثبت هوية المُرسِل (SPF وDKIM وDMARC)',
  unknown: 'لم يذكر الخادم سببًا',
}

const times = (n: number) => (n === 1 ? 'مرة واحدة' : `${count(n)} مرة`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'الحملات',
    live: 'متابعة الإرسال',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'الوقت', funnel: 'المسار', mail: 'الرسالة', domains: 'النطاقات', bounces: 'الارتدادات' },
    sections: 'أقسام التقرير',
    figures: 'أرقام الحملة',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'الفتح والنقرات من أشخاص. لم يُكتشف أي برنامج.'
        : `الفتح والنقرات من أشخاص. البرامج التي تفحص كل رسالة فتحت ${plural(opened, { zero: 'لا رسائل', one: 'رسالة واحدة', two: 'رسالتين', few: '# رسائل', other: '# رسالة' })} (${times(opens)}) وتتبعت روابط ${count(clicked)} (${times(clicks)})؛ لا تُحتسب أعلاه.`,
    notOpened: (n) => `دون فتح: ${people(n)}`,
    openedByMachine: (n) => `فتح برنامج رسائلها: ${people(n)}`,
    clickedByMachine: (n) => `تتبع برنامج رابطًا في رسائلها: ${people(n)}`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `استبعدت قاعدة إرسال: ${people(asked)}.`,
        failed === 0 ? '' : `لم تصلها رسالة لسبب آخر، مثل قاعدة تعذّر تقييمها: ${people(failed)}.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'عرض من ولماذا',
    average: (rate) => `${rate} في المتوسط`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'لا توجد حملة سابقة للقائمة للمقارنة.'
        : `المتوسط من ${campaigns === 1 ? 'الحملة السابقة' : `الحملات السابقة (${count(campaigns)})`} في القائمة.`,
    summary: {
      subject: (contents) => (contents > 1 ? 'المواضيع' : 'الموضوع'),
      noSubject: 'بلا موضوع',
      to: 'القائمة',
      segment: (name) => `الشريحة: ${name}`,
      growth: 'القائمة منذ ذلك الحين',
      active: (now) => `النشطة الآن: ${people(now)}. لم يُسجَّل عددها آنذاك.`,
      grown: (by, now) =>
        by === 0
          ? `عدد جهات الاتصال النشطة كما كان: ${count(now)}.`
          : `${by > 0 ? 'زيادة' : 'نقصان'}: ${people(Math.abs(by))}، والنشطة الآن ${count(now)}.`,
    },
    ofTaken: 'من المسلّمة',
    ofSent: 'من المرسلة',
    tiles: {
      sent: 'أُرسلت',
      accepted: 'مسلّمة',
      opened: 'فُتحت',
      clicked: 'نُقرت',
      bounced: 'مرتدة',
      complained: 'الشكاوى',
      unsubscribed: 'إلغاء الاشتراك',
    },
    funnel: {
      title: 'من الإرسال إلى النقر',
      caption: (total) => `كل شريط حصة من الرسائل المرسلة (${count(total)}).`,
      step: 'الخطوة',
      people: 'جهات الاتصال',
      ofSent: 'من المرسلة',
      ofBefore: 'من الخطوة السابقة',
      of: {
        accepted: 'من المرسلة',
        opened: 'من المسلّمة',
        clicked: 'من المفتوحة',
        unsubscribed: 'من المسلّمة',
      },
    },
    time: {
      hour: 'بالساعة',
      day: 'باليوم',
      step: 'طول المدة',
      start: (zone) => `من، ${zone}`,
      caption: (word, total, zone) => `${word}: الإجمالي ${count(total)}. الأوقات بتوقيت ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `بعد المعروض: ${count(later)}.` : '',
          undated > 0 ? `بلا وقت مسجل: ${count(undated)}.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'لا شيء بعد',
        text: 'تأتي أولى مرات الفتح عادة خلال دقائق من أولى الرسائل.',
      },
      takenHasNoTime: 'لا تُعدّ الرسائل المسلّمة حسب الوقت؛ انظر «أُرسلت».',
    },
    mail: {
      content: 'المحتوى',
      frame: (name) => `الرسالة «${name}»، مع رقم على كل رابط محتسب`,
      links: 'الروابط، الأكثر نقرًا أولًا',
      link: 'رابط',
      people: 'جهات الاتصال',
      share: 'المقارنة',
      clicks: 'النقرات',
      same: 'الرابط الوارد مرتين في الرسالة له رقم واحد وعدّ واحد.',
      foreign: 'تظهر صور الخوادم الأخرى كمربعات.',
      textOnly: 'هذه رسالة نصية؛ لا تُحتسب روابطها.',
      empty: { title: 'لا روابط محتسبة', text: 'لا روابط في الرسالة، أو لا تُتتبع النقرات.' },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'النطاق',
      caption: (sent) => `حسب نطاق المستلمين. النسب من ${count(sent)} رسالة.`,
      other: (value) => `نطاقات أخرى: ${count(value)}`,
      unknown: (isExact) =>
        isExact
          ? 'جهات اتصال محذوفة وعناوين اختبار'
          : `لم تُعدّ: الكل ما عدا أول ${count(campaignDomainsPeopleMax)} جهة اتصال في القائمة`,
      share: 'حصة الرسائل',
      empty: { title: 'لا شيء بعد', text: 'لم يُرسل شيء إلى أحد.' },
    },
    bounces: {
      caption: (value) => `لم تصلها الرسالة: ${people(value)}.`,
      reason: 'ما قاله الخادم',
      code: 'الرمز',
      people: 'جهات الاتصال',
      share: 'حصة الارتدادات',
      reasonOf: (code) =>
        codes[code] ?? (code.startsWith('4.') ? 'رُفضت مؤقتًا حتى توقف Quiver' : 'رُفضت نهائيًا'),
      hard: 'العنوان غير موجود',
      soft: 'صندوق البريد غير متاح',
      other: 'لا علاقة له بالعنوان',
      kinds: 'الارتدادات حسب النوع',
      empty: { title: 'لا ارتدادات', text: 'لم يرفض أي خادم بريد الرسالة.' },
    },
    table: 'جدول',
    chart: 'رسم بياني',
    tableHint: 'المفتاح: T',
    thinned: (run) => `يعرض الرسم أعلى كل ${count(run)} نقاط؛ والملف يحويها كلها.`,
    more: (rest) => `عرض المزيد من الصفوف: ${count(rest)}`,
    csv: 'CSV',
    compare: {
      title: 'مقارنة الحملات',
      lead: 'النسب من الرسائل المسلّمة؛ ونسب الارتداد من الرسائل المرسلة.',
      campaign: 'حملة',
      started: (zone) => `البدء، ${zone}`,
      empty: {
        title: 'لا شيء للمقارنة',
        text: 'اختر من حملتين إلى خمس من قائمة الحملات.',
      },
      choose: 'اختيار حملات',
    },
    sent: {
      title: 'الرسائل المرسلة',
      lead: 'الرسائل المسلّمة، حسب يوم إرسالها.',
      by: 'حسب',
      daily: 'اليوم',
      monthly: 'الشهر',
      from: 'من',
      to: 'إلى',
      period: (zone) => `البدء، ${zone}`,
      sender: 'حملة أو رد تلقائي',
      messages: 'الرسائل',
      other: 'أخرى',
      single: 'رسائل المعاملات',
      caption: (total, zone) => `الرسائل: ${count(total)}. الأيام بتوقيت ${zone}.`,
      empty: { title: 'لم يُرسل شيء', text: 'لم تُرسل رسائل في هذه المدة. اختر مدة أخرى.' },
    },
    credits: {
      title: 'رصيد الإرسال',
      organization: 'المؤسسة',
      lead: 'وحدة رصيد واحدة لكل رسالة مسلّمة.',
      available: 'المتاح',
      lifetime: 'إجمالي الرسائل المرسلة',
      balance: 'الرصيد',
      at: (zone) => `آخر تغيير، ${zone}`,
      change: 'التغيير',
      after: 'الرصيد',
      what: 'ماذا',
      who: 'المنفّذ',
      kinds: { added: 'إضافة', removed: 'خصم', set: 'تعيين الرصيد', spent: 'إنفاق' },
      actors: { user: 'المستخدم', api_key: 'مفتاح API', system: 'الخادم' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `أنفقته «${name}»`,
      empty: {
        title: 'لا قيود',
        text: 'لم يُضف أو يُنفق شيء في هذه المدة. لا قيود للمؤسسات التي لا رصيد مدفوعًا مسبقًا لها.',
      },
    },
  },
}
