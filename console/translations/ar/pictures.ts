import { count } from '../../design/figures.ts'
import type * as en from '../../words/pictures.ts'

export const { pictureWords }: typeof en = {
  pictureWords: {
    title: 'الصور',
    lead: 'صور الرسائل والشعارات. كل من لديه رسالة يحمّلها من هنا.',
    search: 'البحث باسم الملف',
    upload: 'رفع صورة',
    empty: {
      title: 'لا توجد صور بعد',
      text: 'ارفع صورة هنا أو في محرر الرسالة.',
    },
    none: 'لا توجد صورة بهذا الاسم.',
    sized: (width, height, size) => `${width} × ${height}, ${size}`,
    added: (at) => `أُضيفت ${at}`,
    used: (value) => {
      if (value === null || value === undefined) return 'لم تُعدّ الاستخدامات'
      if (value === 0) return 'غير مستخدمة'
      return value === 1 ? 'مستخدمة مرة واحدة' : `مرات الاستخدام: ${count(value)}`
    },
    of: (name) => `استخدامات «${name}»`,
    shown: 'تظهر في',
    notShown: 'لا توجد رسالة أو قالب أو شعار يعرض هذه الصورة.',
    unknown: 'عدد الرسائل أكبر من أن يُبحث فيها عن هذه الصورة.',
    copy: 'نسخ العنوان',
    copyOf: (name) => `نسخ العنوان: ${name}`,
    removal: {
      button: 'حذف',
      of: (name) => `حذف «${name}»`,
      title: (name) => `حذف «${name}»؟`,
      lost: 'ما يلي يعرضها وسيفقدها، حتى الرسائل المرسلة. لا يمكن التراجع عن هذا الإجراء.',
      notUsed: 'لا تعرضها رسالة أو قالب أو شعار. لا يمكن التراجع عن هذا الإجراء.',
      unknown:
        'عدد الرسائل أكبر من أن يُبحث فيها عن هذه الصورة. كل ما يعرضها سيفقدها، حتى الرسائل المرسلة. لا يمكن التراجع عن هذا الإجراء.',
      action: (name) => `حذف «${name}»`,
    },
    foreign: {
      title: (value) => (value === 1 ? 'صورة واحدة على خادم آخر' : `صور على خوادم أخرى: ${count(value)}`),
      text: (hosts) =>
        `من ${hosts}. إذا نُقلت أو حُذفت هناك، فقدتها رسائلك، حتى المرسلة. يرى ذلك الخادم أيضًا من يفتح رسائلك. لا تعرضها المعاينة.`,
      copy: (value) => (value === 1 ? 'نسخها إلى Quiver' : `نسخ الصور إلى Quiver (${count(value)})`),
      done: (value) => (value === 1 ? 'نُسخت صورة واحدة.' : `الصور المنسوخة: ${count(value)}.`),
      failed: 'تعذّر نسخ ما يلي:',
    },
  },
}
