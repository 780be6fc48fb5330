import type { totalKinds } from '../../../src/contract/campaigns/system-list.ts'
import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import type * as en from '../../words/campaigns.ts'

const messages = (value: number) =>
  plural(value, { zero: 'لا رسائل', one: 'رسالة واحدة', two: 'رسالتان', few: '# رسائل', other: '# رسالة' })

type TotalIs = (typeof totalKinds)[number]

/** A campaign sends while its recipients are counted. */
function ofAll(sent: number, total: number, is: TotalIs): string {
  if (is === 'counting') return `${count(sent)}، جارٍ العدّ`
  return `${count(sent)} من ${is === 'about' ? 'نحو ' : ''}${count(total)}`
}

/** What a campaign waits for, in words, and what helps. By the text that the server gives. */
const waits: Record<string, { says: string; helps: string; link?: 'credits' }> = {
  'sending credits': {
    says: 'تنتظر رصيد إرسال.',
    helps: 'تتابع تلقائيًا حالما يضيف مدير الخادم رصيدًا.',
    link: 'credits',
  },
  'sending quota': {
    says: 'تنتظر: بُلغ حد رسائل هذا الشهر.',
    helps: 'تتابع تلقائيًا مع بداية الشهر التالي أو عند رفع الحد.',
  },
  'the speed limit': {
    says: 'تنتظر بسبب حد السرعة لهذه الحملة.',
    helps: 'تتابع تلقائيًا. لا حاجة إلى أي إجراء.',
  },
  'a mail server': {
    says: 'تنتظر: خادم البريد لا يستجيب.',
    helps: 'تُعاد المحاولة كل بضع ثوانٍ. إذا طال ذلك، فاسأل مشغّل الخادم.',
  },
  'a mail server that takes messages of this size': {
    says: 'تنتظر: الرسائل أكبر مما يقبله خادم البريد.',
    helps:
      'لم يرتد أحد بسبب ذلك. ألغِ الحملة وأرسل محتوى أصغر، أو اطلب من المشغّل رفع الحد؛ عندها تتابع تلقائيًا.',
  },
  'a mail server that accepts the log-in': {
    says: 'تنتظر: خادم البريد يرفض تسجيل الدخول.',
    helps: 'تتابع تلقائيًا عندما يصح اسم المستخدم وكلمة المرور لخادم البريد. اسأل مشغّل الخادم.',
  },
  'the sending limit of the mail server': {
    says: 'تنتظر: أرسل خادم البريد كل ما يُسمح به حاليًا.',
    helps: 'تتابع تلقائيًا عندما يقبل خادم البريد الرسائل من جديد. إذا طال ذلك، فاطلب من مشغّله حدًا أعلى.',
  },
  'messages to be tried again': {
    says: 'أُرسل إلى الجميع مرة؛ وطلبت بعض الخوادم إعادة المحاولة لاحقًا.',
    helps: 'تُعاد المحاولة تلقائيًا، لبضعة أيام كحد أقصى.',
  },
  'the choice of the winning content': {
    says: 'تنتظر نتائج الاختبار.',
    helps: 'يُرسل المحتوى الأفضل إلى الباقين في الوقت المحدد.',
  },
}

export const { campaignWords }: typeof en = {
  campaignWords: {
    remove: {
      open: 'حذف…',
      title: (name) => `حذف «${name}»؟`,
      text: 'لم تُرسل. سيُفقد محتواها وإعداداتها. لا يمكن التراجع عن هذا الإجراء.',
      action: 'حذف الحملة',
    },
    title: 'الحملات',
    lead: 'الحملة رسالة واحدة إلى جهات اتصال كثيرة. النسب من الرسائل المسلّمة.',
    create: 'حملة جديدة',
    empty: {
      title: 'لا توجد حملات بعد',
      text: 'تبقى الحملة مسودة حتى إرسالها: لا يصل شيء إلى أحد قبل ذلك.',
    },
    noneFound: { title: 'لا نتائج', text: 'لا توجد حملة مطابقة. أزل عامل تصفية لرؤية المزيد.' },
    search: 'البحث بالاسم',
    name: 'حملة',
    state: 'الحالة',
    list: 'القائمة',
    allLists: 'كل القوائم',
    begins: (zone) => `البدء، ${zone}`,
    sent: 'أُرسلت',
    opened: 'فُتحت',
    clicked: 'نُقرت',
    left: 'إلغاء الاشتراك',
    stateFilters: [
      { value: '', label: 'كل الحالات' },
      { value: 'idle', label: 'مسودات' },
      { value: 'scheduled', label: 'مجدولة' },
      { value: 'sending', label: 'قيد الإرسال' },
      { value: 'finished', label: 'مرسلة' },
      { value: 'failed,cancelled', label: 'فاشلة أو ملغاة' },
    ],
    stages: {
      draft: 'مسودة',
      scheduled: 'مجدولة',
      sending: 'قيد الإرسال',
      waiting: 'في الانتظار',
      paused: 'متوقفة مؤقتًا',
      finished: 'مرسلة',
      failed: 'فاشلة',
      cancelled: 'ملغاة',
    },
    compareThis: (name) => `مقارنة «${name}»`,
    compareThem: (value) => `مقارنة الحملات (${value})`,
    ofTotal: (sent, total, is) => ofAll(sent, total, is),
    progressOf: (name) => `تقدم «${name}»`,
    report: 'التقرير',
    live: {
      progress: 'أُرسل حتى الآن',
      sentOf: (sent, total, is) =>
        is === 'counting'
          ? `${messages(sent)} حتى الآن. جارٍ عدّ المستلمين: ${count(total)} أو أكثر.`
          : `جهات الاتصال: ${ofAll(sent, total, is)}`,
      perMinute: (rate) => `${count(rate)} في الدقيقة`,
      left: (time) => `يتبقى ${time}`,
      notStarted: (time) => `تبدأ في ${time}.`,
      over: {
        finished: (sent) => `اكتملت: ${messages(sent)}.`,
        cancelled: (sent) => `أُلغيت بعد ${messages(sent)}.`,
        failed: (sent, why) => `فشلت بعد ${messages(sent)}: ${why}`,
      },
      draft: 'هذه الحملة مسودة. لم يُرسل شيء إلى أحد.',
      milestone: (share, sent) => `أُرسل ${share} %: ${messages(sent)}.`,
      wait: (reason, said) => waits[reason] ?? { says: `تنتظر: ${said}.`, helps: 'تتابع تلقائيًا.' },
      pausedBy: (reason) =>
        reason === '' ? 'متوقفة مؤقتًا. لا يُرسل شيء حتى الاستئناف.' : `أوقفها الخادم مؤقتًا: ${reason}`,
      credits: 'عرض الرصيد',
      pause: 'إيقاف مؤقت',
      resume: 'استئناف',
      cancel: 'إلغاء…',
      cancelTitle: (name) => `إلغاء «${name}»`,
      cancelText: (sent, remaining) =>
        `وصلت إلى: ${people(sent)}. ${remaining === null ? 'لن تصل إلى الباقين' : `لن تصل إلى الباقين (${count(remaining)})`}. لا يمكن التراجع عن هذا الإجراء.`,
      cancelAll: 'لم يُرسل شيء إلى أحد ولن يُرسل. لا يمكن التراجع عن هذا الإجراء.',
      cancelDo: (remaining) => {
        if (remaining === null) return 'إلغاء الباقي'
        return remaining === 0 ? 'إلغاء الحملة' : `إلغاء الباقي: ${people(remaining)}`
      },
      figures: 'الأرقام حتى الآن',
      taken: 'مسلّمة',
      takenHint: 'مسلّمة: قبل خادم بريد الرسالة.',
      refused: 'مرتدة',
      waiting: 'تنتظر إعادة المحاولة',
    },
    uncertain: {
      title: (value, isExact) => `قد تكون أُرسلت أو لا: ${orMore(messages(value), isExact)}`,
      text: 'تعطل الاتصال أو الخادم أثناء التسليم. لا يُعاد إرسال شيء دون طلب منك.',
      who: 'عرض جهات الاتصال',
      hide: 'إخفاؤها',
      again: (value, isExact) => (isExact ? `إعادة الإرسال إلى ${count(value)}` : 'إعادة الإرسال إلى الجميع'),
      warn: 'من وصلته الأولى تصله مرتين، بمعرّف Message-ID نفسه.',
      person: 'جهة الاتصال',
      since: (zone) => `منذ، ${zone}`,
      messageId: 'Message-ID',
      deleted: 'حُذفت لاحقًا',
      resent: (value) => `سيُعاد إرسال ${messages(value)}.`,
    },
    system: {
      title: 'كل الحملات',
      lead: 'كل الحملات التي بدأت، في كل المؤسسات. تتحدث الأرقام أثناء الإرسال.',
      started: 'البدء',
      periods: [
        { value: '1', label: 'منذ أمس' },
        { value: '7', label: 'خلال آخر 7 أيام' },
        { value: '30', label: 'خلال آخر 30 يومًا' },
        { value: 'all', label: 'في أي وقت' },
      ],
      onlyOver: 'الحملات المنتهية فقط',
      organization: 'المؤسسة',
      bounced: 'مرتدة',
      complained: 'الشكاوى',
      empty: { title: 'لا حملات', text: 'لم تبدأ أي حملة في هذه المدة.' },
    },
  },
}
