import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'الأدوار',
    lead: 'ما يمكن للمستخدمين ذوي الدور فعله. يسري التغيير فورًا على كل من لديه الدور.',
    create: 'دور جديد',
    name: 'الاسم',
    users: 'المستخدمون',
    administrators:
      'لا يحتاج المديرون إلى دور: يمكنهم فعل كل شيء هنا، وهم وحدهم يغيّرون المستخدمين والأدوار والمفاتيح.',
    none: { title: 'لا أدوار', text: 'لكل مستخدم عندئذ صلاحياته.' },
    new: { title: 'دور جديد', submit: 'إنشاء الدور' },
    may: 'ما يتيحه',
    save: 'حفظ الدور',
    count: (users) => `المستخدمون بهذا الدور: ${count(users)}.`,
    remove: {
      open: 'حذف الدور…',
      title: (name) => `حذف «${name}»؟`,
      text: 'لا أحد بهذا الدور. لا يمكن التراجع عن هذا الإجراء.',
      action: 'حذف الدور',
    },
    resources: {
      webhook: 'خطافات الويب',
      suppression_list: 'الحظر',
      special_sending_rule: 'قواعد الإرسال',
      brand: 'العلامة التجارية',
      virtual_mta: 'مسارات الإرسال',
      url_domain: 'نطاقات الروابط',
      bounce_email: 'عناوين الارتداد',
      dkim_key: 'مفاتيح DKIM',
      sender_domain: 'نطاقات المُرسِل',
      organization: 'المؤسسة',
      job: 'المهام',
      overview: 'نظرة عامة',
      audit_event: 'سجل التدقيق',
    },
  },
}
