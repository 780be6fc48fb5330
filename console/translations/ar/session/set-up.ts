import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'إعداد Quiver',
    lead: 'تصبح مدير هذا الخادم ومؤسستك. يمكن دعوة الزملاء لاحقًا.',
    name: 'اسمك',
    email: 'البريد الإلكتروني',
    emailHint: 'لتسجيل الدخول.',
    password: 'كلمة المرور',
    passwordHint: '12 حرفًا أو أكثر. أربع كلمات غير مترابطة يسهل تذكرها ويصعب تخمينها.',
    organization: 'المؤسسة',
    organizationHint: 'اسم شركتك أو علامتك كما يعرفه زملاؤك.',
    zone: 'المنطقة الزمنية',
    zoneHint: 'تُعرض أوقات الحملات والاستيراد بها.',
    noZone: 'لا توجد منطقة زمنية كهذه',
    submit: 'إنشاء وتسجيل الدخول',
    done: {
      title: 'Quiver مُعدّ مسبقًا',
      text: 'سجّل الدخول ببريدك الإلكتروني وكلمة مرورك.',
      logIn: 'تسجيل الدخول',
    },
    noLink: {
      title: 'هذا الرابط غير صالح',
      text: 'أعد تشغيل الخادم: ما دام لا حساب لمدير، يطبع رابطًا جديدًا.',
    },
    waiting: {
      title: 'لا مدير لـ Quiver بعد',
      text: 'افتح الرابط الذي طبعه الخادم عند بدئه. ينتهي بـ /console/set-up# ورمز طويل.',
    },
  },
}
