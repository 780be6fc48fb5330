import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'نظرة عامة'],
  c: ['/campaigns', 'الحملات'],
  l: ['/lists', 'القوائم'],
  p: ['/people', 'جهات الاتصال'],
  s: ['/segments', 'الشرائح'],
  i: ['/imports', 'عمليات الاستيراد'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'المفاتيح',
  lead: 'تعمل المفاتيح المفردة عندما لا تجري كتابة. تعطّلها لوحة الأوامر في هذا المتصفح: ويظل Ctrl K يعمل.',
  groups: [
    {
      title: 'في كل مكان',
      keys: [
        [['Ctrl', 'K'], 'البحث، الانتقال إلى صفحة، تنفيذ إجراء'],
        [['/'], 'الشيء نفسه'],
        [['?'], 'هذه الصفحة'],
        [['Esc'], 'إغلاق ما هو مفتوح في الأعلى'],
        [['Tab'], 'الحقل أو الزر التالي'],
        [['Enter'], 'اتباع رابط، ضغط زر، إرسال نموذج'],
      ],
    },
    { title: 'الانتقال إلى', keys: going },
    {
      title: 'الرسوم البيانية',
      keys: [
        [['t'], 'عرض الأرقام في جدول والعودة'],
        [['←', '→'], 'قراءة الرسم نقطة نقطة عند التركيز عليه'],
      ],
    },
    {
      title: 'القوائم',
      keys: [
        [['↑', '↓'], 'الاختيار؛ نقل حقل أو شرط من مقبضه'],
        [['Home', 'End'], 'الأول والأخير'],
        [['Space'], 'وضع علامة في مربع'],
      ],
    },
  ],
}
