import { count } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'نظرة عامة',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'مساء الخير' : hour < 12 ? 'صباح الخير' : 'مساء الخير'
      return `${time}، ${name}`
    },
    importFile: 'استيراد ملف',
    writeCampaign: 'حملة جديدة',
    now: 'الآن',
    nothingRuns: 'لا شيء قيد التنفيذ.',
    jobs: {
      SubscriberImport: 'استيراد',
      SubscriberImportUndo: 'تراجع عن استيراد',
      SubscriberExport: 'تصدير',
      SubscriberBulkChange: 'تغيير جماعي',
      Campaign: 'حملة',
    },
    states: { pending: 'يبدأ بعد لحظات', scheduled: 'يبدأ', active: '', paused: 'متوقف مؤقتًا' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} من ${count(total)}`),
    attention: 'يتطلب الانتباه',
    calm: 'لا شيء يتطلب انتباهك.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `الإرسال متوقف مؤقتًا: ${detail}. يمكن لمدير نظام تحريره.`,
        campaign_waits: `«${name}» تنتظر: ${detail}.`,
        campaign_failed: `فشلت «${name}». ${detail}`,
        import_failed: `فشل استيراد «${importName(name)}». ${detail}`,
        sender_domain_unproven: `${name} غير مثبت بعد: قد يرسل غيرك باسم هذا النطاق.`,
        sender_domain_missing: `اختفى من DNS السجل الذي يثبت ${name}. بعد سبعة أيام يمكن لغيرك المطالبة به.`,
        autoresponder_waits: `لا يرسل «${name}» وهو في انتظار: ${detail}.`,
        webhook_failing: `يفشل Webhook «${name}»: ${detail}. ستُعاد المحاولة.`,
        webhook_off: `أُوقف Webhook «${name}» بعد محاولة فاشلة: ${detail}.`,
        dkim_record_missing: `لا يمكن للمستلمين التحقق من توقيعات ${name}: ${detail}.`,
      })[kind],
    look: 'عرض',
    campaigns: 'أحدث الحملات',
    noCampaigns: 'لم تُرسل أي حملة بعد.',
    columns: {
      name: 'حملة',
      began: 'البدء',
      sent: 'أُرسلت',
      opened: 'فُتحت',
      clicked: 'نُقرت',
      left: 'إلغاء الاشتراك',
    },
    zone: (zone) => `الأوقات بتوقيت ${zone}. يشمل الفتح برامج البريد التي تحمّل كل رسالة تلقائيًا.`,
    growth: 'النمو، 30 يومًا',
    growthCaption: 'جهات الاتصال النشطة في كل القوائم نهاية كل يوم، UTC',
    growthFile: 'growth.csv',
    day: 'اليوم',
    people: (active) => `النشطة الآن: ${count(active)}`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'يبدأ الرسم عند توفر يومين لعرضهما.',
    listColumns: { name: 'القائمة', active: 'النشطة', change: 'خلال 30 يومًا' },
    steps: {
      title: 'الخطوات الأولى',
      done: 'تم',
      open: 'لم يتم بعد',
      list: 'إنشاء قائمة',
      people: 'إضافة أشخاص',
      domain: 'إثبات النطاق الذي ترسل منه',
      imprint: 'ذكر الجهة المسؤولة في صفحات قرائك',
      campaign: 'كتابة الحملة الأولى',
    },
    empty: {
      title: 'لا شيء هنا بعد. ابدأ بأحد ما يلي.',
      importText: 'تُضاف جهات اتصال. لا يُرسل إليها شيء.',
      campaignText: 'تبقى مسودة حتى إرسالها.',
      inviteTitle: 'دعوة مستخدم',
      inviteText: 'يصل إلى زميل رابط لاختيار كلمة مرور.',
    },
    noMail:
      'لا يوجد خادم بريد معدّ: تبقى الرسائل، ومنها الدعوات، في صندوق البريد المحلي للخادم. للإرسال عيّن SMTP_URL.',
  },
}
