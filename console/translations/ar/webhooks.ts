import type { EventType } from '../../../src/contract/webhooks.ts'
import { count } from '../../design/figures.ts'
import { orMore } from './audience/amounts.ts'
import type * as en from '../../words/webhooks.ts'

const events: Record<EventType, string> = {
  studio_open: 'فُتحت رسالة',
  studio_click: 'نُقر رابط',
  studio_unsub: 'أُلغي اشتراك',
  studio_subscriber_created: 'أُضيفت جهة اتصال عبر API',
  studio_subscriber_updated: 'تغيّرت جهة اتصال عبر API',
  bounce_all: 'ارتدت رسالة، لأي سبب',
  bounce_bad_address: 'عنوان غير موجود (ارتداد دائم)',
  scomp: 'أُبلغ عن رسالة كبريد مزعج',
  import_finished: 'اكتمل استيراد',
  import_failed: 'فشل استيراد',
  import_undone: 'تم التراجع عن استيراد',
  export_finished: 'تصدير جاهز',
  export_failed: 'فشل تصدير',
  message_accepted: 'قبل خادم بريد رسالة معاملة',
  message_bounced: 'ارتدت رسالة معاملة',
  message_skipped: 'لم تُرسل رسالة معاملة',
  message_uncertain: 'رسالة معاملة قد تكون خرجت أو لا',
  message_opened: 'فُتحت رسالة معاملة',
  message_clicked: 'نُقر رابط في رسالة معاملة',
  message_complained: 'أُبلغ عن رسالة معاملة كبريد مزعج',
  message_unsubscribed: 'أُلغي اشتراك في مسار رسائل',
}

export const { webhookWords }: typeof en = {
  webhookWords: {
    title: 'خطافات الويب',
    lead: 'يخبر خطاف الويب برنامجك بما يحدث خلال ثوانٍ، بطلبات موقّعة.',
    create: 'خطاف ويب جديد',
    name: 'الاسم',
    url: 'العنوان',
    state: 'الحالة',
    states: {
      off: 'معطّل',
      failing: 'لا يستجيب',
      waits: 'قيد التسليم',
      idle: 'يعمل',
      never: 'لم يُرسل شيء بعد',
    },
    pending: 'في الانتظار',
    dead: 'متروكة',
    empty: {
      title: 'لا توجد خطافات ويب بعد',
      text: 'بخطاف الويب يعرف متجرك أو نظام CRM فورًا من ألغى الاشتراك وأي العناوين ارتدت وأي عمليات الاستيراد اكتملت.',
    },
    events,
    eventOf: (type) => (type === 'test' ? 'اختبار' : ((events as Record<string, string>)[type] ?? type)),
    new: {
      title: 'خطاف ويب جديد',
      lead: 'يُعرض السر الذي يوقّع الطلبات مرة واحدة بعد الإنشاء.',
      nameHint: 'البرنامج الذي يستمع، مثل «المتجر».',
      urlHint: 'يبدأ بـ https://.',
      events: 'الإبلاغ عندما',
      listsHint: 'لا يتلقى إلا أحداث هذه القوائم، ولا شيء مما لا يتبع أي قائمة.',
      submit: 'إنشاء خطاف الويب',
    },
    secret: {
      title: 'انسخ سر التوقيع الآن',
      text: 'لن يُعرض مرة أخرى. يتحقق به برنامجك من أن الطلب من هذا الخادم ولم يُغيَّر.',
      label: 'السر',
      done: 'تم النسخ',
    },
    test: 'إرسال حدث اختبار',
    tested: 'حدث الاختبار في الطريق. يظهر أدناه.',
    deliveries: {
      title: 'آخر المحاولات',
      none: 'لم يُرسل شيء بعد. أرسل حدث اختبار لمعرفة هل يستجيب العنوان.',
      when: (zone) => `الوقت، ${zone}`,
      what: 'الحدث',
      result: 'النتيجة',
      took: 'المدة',
      ms: (value) => `${count(value)} ms`,
      taken: (status) => `مقبول، ${status}`,
      answer: 'الرد',
      silent: 'لا رد',
      more: (value) => `و${count(value)} أخرى`,
    },
    waiting: {
      title: 'في الانتظار',
      text: (value, isExact, next) =>
        `الأحداث المنتظرة: ${orMore(count(value), isExact)}.${next === null ? '' : ` المحاولة التالية: ${next}.`}`,
      off: 'تُحفظ 30 يومًا، وتُسلَّم عند تفعيل خطاف الويب.',
      lastError: (error) => `آخر خطأ: ${error}`,
      now: 'التسليم الآن',
      done: 'تبدأ المحاولة التالية فورًا.',
    },
    deadEvents: {
      title: 'متروكة',
      text: 'بعد اثنتي عشرة محاولة يُترك الحدث ويُحفظ 30 يومًا.',
      event: 'الحدث',
      when: (zone) => `وقت الحدوث، ${zone}`,
      why: 'السبب',
      action: 'الإجراء',
      one: 'إعادة الإرسال',
      all: (value, isExact) => (isExact ? `إعادة إرسال ${count(value)}` : 'إعادة إرسال الكل'),
      done: (value) => `الأحداث المعاد إرسالها: ${count(value)}.`,
    },
    settings: 'الإعدادات',
    save: 'حفظ',
    saved: 'تم الحفظ.',
    active: 'تسليم الأحداث',
    rotate: {
      open: 'سر توقيع جديد…',
      title: 'سر توقيع جديد؟',
      text: 'يتوقف السر الحالي عن التوقيع فورًا. اجعل برنامجك يقبل كليهما أثناء التغيير.',
      action: 'إنشاء سر جديد',
    },
    remove: {
      open: 'حذف خطاف الويب…',
      title: (name) => `حذف «${name}»؟`,
      text: (waiting, isExact) =>
        waiting === 0
          ? 'لن يتلقى برنامجه أحداثًا بعد ذلك. لا يمكن التراجع عن هذا الإجراء.'
          : `لن يتلقى برنامجه أحداثًا بعد ذلك، وتُحذف الأحداث المنتظرة: ${orMore(count(waiting), isExact)}. لا يمكن التراجع عن هذا الإجراء.`,
      action: 'حذف خطاف الويب',
    },
  },
}
