import { size } from '../../design/figures.ts'
import { people } from './audience/amounts.ts'
import type * as en from '../../words/exports.ts'

export const { exportWords }: typeof en = {
  exportWords: {
    title: 'عمليات التصدير',
    lead: 'القوائم في ملفات. يمكن تنزيل كل ملف لمدة سبعة أيام.',
    start: 'تصدير قائمة',
    list: 'القائمة',
    who: 'مَن',
    state: 'الحالة',
    people: 'جهات الاتصال',
    file: 'الملف',
    created: (zone) => `الإنشاء (${zone})`,
    columns: 'الأعمدة',
    allColumns: 'الكل',
    format: (type, separator, isPacked) =>
      [
        type === 'jsonl' ? 'JSON Lines' : `CSV، ${separator === ';' ? 'فواصل منقوطة' : 'فواصل'}`,
        isPacked ? 'gzip' : '',
      ]
        .filter((part) => part !== '')
        .join('\u200F، '),
    everybody: 'الجميع',
    download: (bytes) => `تنزيل، ${size(bytes)}`,
    until: (at) => `حتى ${at}`,
    gone: 'لم يعد الملف محفوظًا.',
    cancel: 'إلغاء',
    endLink: 'إنهاء الرابط',
    progress: 'التقدم',
    states: {
      scheduled: 'في الانتظار',
      exporting: 'قيد التنفيذ',
      finished: 'مكتمل',
      failed: 'فشل',
      cancelled: 'ملغى',
    },
    statuses: {
      active: 'نشط',
      unsubscribed: 'ألغى الاشتراك',
      scomp: 'شكوى',
      bounced: 'مرتد',
      deactivated: 'معطّل',
    },
    empty: {
      title: 'لا عمليات تصدير بعد',
      text: 'احفظ قائمة أو جزءًا منها في ملف: لجدول بيانات أو نظام آخر أو للأرشيف. يمكن للاستيراد قراءته مجددًا.',
    },
    new: {
      title: 'تصدير قائمة',
      list: 'أي قائمة؟',
      segment: 'مَن؟',
      whole: 'كل من في القائمة',
      segmentHint: 'لا تضم الشرائح إلا جهات الاتصال النشطة، ما لم يكن فيها شرط على الحالة.',
      statuses: 'بأي حالة؟',
      statusesHint: 'إذا لم يُختر شيء: الكل.',
      columns: 'أي أعمدة؟',
      columnsHint: 'إذا لم يُختر شيء: كل ما يمكن للاستيراد قراءته.',
      addColumn: 'إضافة عمود',
      order: 'الترتيب في الملف',
      orderHint: 'انقل العمود بأسهمه، أو بمفتاح Alt مع ↑ أو ↓.',
      up: (name) => `نقل «${name}» إلى أعلى`,
      down: (name) => `نقل «${name}» إلى أسفل`,
      remove: (name) => `استبعاد «${name}»`,
      moved: (name, place, total) => `«${name}» الآن العمود ${place} من ${total}.`,
      format: 'أي تنسيق؟',
      formats: {
        csv: 'CSV بفواصل',
        excel: 'CSV بفواصل منقوطة، لبرنامج Excel',
        jsonl: 'JSON، جهة اتصال في كل سطر',
      },
      gzip: 'مضغوط بتنسيق gzip',
      guard: 'آمن للفتح في جدول بيانات',
      guardHint: 'القيمة التي قد تُنفَّذ كمعادلة، مثل =1+1 أو +49 30 1234، تسبقها فاصلة علوية.',
      submit: 'إنشاء الملف',
    },
    done: (value) => people(value),
  },
}
