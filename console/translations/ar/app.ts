import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'جارٍ التحميل',
    tryAgain: 'إعادة المحاولة',
    showPassword: 'إظهار كلمة المرور',
    close: 'إغلاق',
    request: (id) => `الطلب ${id}`,
    asOf: (at, kind, message) =>
      `حتى ${clock(at)}. ${{ offline: 'الخادم لا يستجيب؛ تجري إعادة المحاولة.', forbidden: 'لم تعد لديك صلاحية لعرض هذا.', stale: message, missing: 'لم يعد هذا موجودًا.', busy: 'كان عدد الطلبات كبيرًا جدًا.', later: message, server: 'حدث خطأ في الخادم.', refused: message }[kind]}`,
    skip: 'الانتقال إلى المحتوى',
    menu: 'القائمة',
    openMenu: 'فتح القائمة',
    account: 'الحساب',
    ownAccount: 'حسابك',
    logOut: 'تسجيل الخروج',
    language: 'اللغة',
    theme: { title: 'المظهر', light: 'فاتح', dark: 'داكن', auto: 'حسب النظام' },
    pages: {
      title: 'الصفحات',
      range: (first, last, total) => `${first} إلى ${last} من ${total}`,
      earlier: 'السابق',
      later: 'التالي',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'لا اتصال بالخادم',
          text: 'ما كُتب محفوظ هنا. أعد المحاولة بعد قليل.',
        },
        forbidden: {
          title: 'لا تملك صلاحية العرض',
          text: 'يمكن لمدير المؤسسة منح الصلاحية.',
        },
        stale: {
          title: 'غيّر شخص آخر هذا في الأثناء',
          text: `غيّره ${message}. ما كُتب لا يزال هنا: أعد الحفظ لاستبدال ذلك التغيير، أو أعد فتح الصفحة لرؤيته.`,
        },
        missing: { title: 'لا شيء هنا', text: 'غير موجود، أو لا تملك صلاحية الوصول إليه.' },
        busy: { title: 'طلبات كثيرة جدًا', text: message },
        later: { title: 'لا يستطيع الخادم فعل هذا الآن', text: message },
        server: {
          title: 'حدث خطأ في الخادم',
          text: 'أعد المحاولة. إذا تكرر ذلك، فأبلغ المشغّل بالطلب أدناه.',
        },
        refused: { title: 'لم ينجح ذلك', text: message },
      })[kind],
    broken: { title: 'تعذّر عرض هذا الجزء من الصفحة', text: 'بقية الصفحة تعمل.', reload: 'إعادة تحميله' },
    cancel: 'رجوع',
    leaving: {
      title: 'المغادرة دون حفظ؟',
      text: 'لم تُحفظ التغييرات في هذه الصفحة بعد.',
      go: 'المغادرة دون حفظ',
    },
    saved: 'تم الحفظ.',
    more: (rest) => `بقي ${count(rest)}: اكتب جزءًا من الاسم`,
    copy: { action: 'نسخ', done: 'تم النسخ', of: (label) => `نسخ: ${label}` },
    notFound: {
      title: 'لا شيء هنا',
      text: 'حُذف، أو يتبع مؤسسة أخرى، أو العنوان خاطئ.',
      to: (place) => `العودة إلى ${place}`,
    },
    gone: {
      title: 'لم يعد هذا موجودًا',
      text: 'حُذف بينما كانت هذه الصفحة مفتوحة. ما يظهر أدناه سابق للحذف ولا يمكن تغييره.',
    },
    unreachable: {
      title: 'الخادم لا يستجيب',
      text: 'تأكد من أن Quiver يعمل ثم أعد المحاولة.',
    },
    outOfReach: 'يتعذر الوصول إلى الخادم. ما كُتب محفوظ، وتعيد الصفحة الاتصال تلقائيًا.',
    sessionOver: {
      title: 'انتهت جلستك',
      text: 'سجّل الدخول من جديد. ما كُتب في الصفحة لا يزال موجودًا.',
    },
  },
}
