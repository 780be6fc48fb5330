import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'إرسال حملة',
  autoresponder: 'تشغيل رد تلقائي',
  import: 'استيراد جهات اتصال',
  export: 'تصدير جهات اتصال',
  bulk_change: 'تغيير جهات اتصال كثيرة',
  erasure: 'محو جهة اتصال نهائيًا',
  api_key: 'إنشاء مفتاح API أو تغييره',
  rights: 'تغيير الصلاحيات',
  webhook: 'إنشاء خطاف ويب أو تغييره',
  suppression: 'إزالة عناوين محظورة',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: 'الموافقات',
    lead: 'ما يريد شخص فعله ويجب أن يوافق عليه شخص ثانٍ أولًا، الأحدث أولًا.',
    rulesLink: 'ما يتطلب موافقة',
    kinds,
    other: 'تغيير آخر',
    states: {
      planned: 'مخطط',
      waiting: 'ينتظر قرارًا',
      approved: 'تمت الموافقة',
      refused: 'مرفوض',
      applied: 'منفَّذ',
      void: 'لاغٍ',
    },
    what: 'ماذا',
    who: 'صاحب الطلب',
    when: 'وقت الطلب',
    state: 'الحالة',
    filter: 'عرض',
    filters: { '': 'الكل', waiting: 'ما ينتظر قرارًا' },
    somebody: 'شخص لم يعد موجودًا',
    empty: {
      title: 'لا شيء للموافقة عليه',
      text: 'تظهر الطلبات هنا حالما تنص قاعدة على أن شيئًا يتطلب موافقة شخص ثانٍ.',
    },
    one: {
      facts: 'ما سيفعله',
      until: 'يمكن تنفيذه حتى',
      program: 'الطلب عبر',
      concerned: 'جهات الاتصال',
      messages: 'الرسائل',
      credits: 'الرصيد',
      unknown: 'غير معروف قبل البدء',
      unlimited: 'بلا حد',
      classes: 'منها',
      leftOut: 'مستبعدة',
      leftOutFor: { not_in_segment: 'خارج الشريحة', paused: 'توقف مؤقت اختاره', suppressed: 'في قائمة حظر' },
      waits: 'بانتظار',
      numbered: (word, number) => `${word}: ${count(number)}`,
      people,
      campaign: 'فتح الحملة والتحقق منها ومعاينتها',
      decision: 'القرار',
      reason: 'السبب',
      reasonHint: 'لصاحب الطلب ولسجل التدقيق.',
      approve: 'موافقة',
      refuse: 'رفض',
      apply: 'التنفيذ الآن',
      decided: (state, name, when) => `${state}: ${name}، ${when}`,
      emergency: 'دون موافقة، في حالة طارئة',
      void: 'لم يعد تنفيذه ممكنًا:',
      mayDecide: 'لا يقرر أحد بشأن طلبه. يتضح من يحق له القرار عند محاولته.',
    },
    ask: {
      button: 'طلب الموافقة',
      hint: 'يجب أن يوافق شخص ثانٍ على هذا. تصله رسالة، ويرى التحقق والمعاينة والأعداد.',
    },
    rules: {
      title: 'ما يتطلب موافقة',
      lead: 'ما لا يفعله أحد في هذه المؤسسة وحده. صاحب الطلب لا يوافق عليه بنفسه أبدًا.',
      needed: (kind) => kind,
      above: 'فوق هذا العدد من جهات الاتصال',
      approvers: 'من يحق له الموافقة',
      approversHint: 'لم يُحدد أحد: كل المديرين.',
      emergency: 'من يحق له التنفيذ وحده في حالة طارئة',
      emergencyHint: 'يُسجَّل ذلك ويُرسل بالبريد إلى كل من يحق له الموافقة.',
      ofLists: (number) =>
        number === 1
          ? 'أُنشئت قاعدة واحدة لقائمة منفردة عبر API، وتبقى.'
          : `القواعد المنشأة عبر API لقوائم منفردة (${count(number)}) تبقى.`,
      save: 'حفظ القواعد',
    },
  },
}
